"""Every Markdown page is a test file."""

pytest_plugins = ["claims.pytest_plugin"]
