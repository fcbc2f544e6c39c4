"""Browsers that Playwright drives only in builds of its own, driven as they are: Firefox, and WebKitGTK's MiniBrowser.

command   one of WebDriver, which are the same in both: "url", "execute/async", "actions". WebKitWebDriver hears them by
          HTTP; Firefox, without a driver beside it, by Marionette, in which they have other names
script    the text of a function of JavaScript, called in the page; a promise that it returns is waited for
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import shutil
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE = 120_000  # ms, for Python to start on a busy machine
TRIES = 20  # presses, until one meets what it is meant for
SIZE = {"x": 0, "y": 0, "width": 1280, "height": 900}
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT, XVFB = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
KEYS = {"Control": "\ue009", "Enter": "\ue007", "End": "\ue010", "Home": "\ue011", "ArrowRight": "\ue014"}
MARIONETTE = {"url": "Navigate", "execute/async": "ExecuteAsyncScript", "actions": "PerformActions"}
CALL = """const [values, done] = arguments
const call = async () => (%s)(...values)
call().then((value) => done({ value }), (error) => done({ error: `${error}` }))"""
WAIT = """async (...values) => {
  while (!(%s)(...values)) await new Promise(requestAnimationFrame)
}"""
# The middle of an element that is there, on the screen, at rest, and below nothing else.
MIDDLE = """async (selector) => {
  for (let last; ; ) {
    await new Promise(requestAnimationFrame)
    const element = document.querySelector(selector)
    if (!element) continue
    element.scrollIntoView({ block: "center", behavior: "instant" })
    const { x, y, width, height } = element.getBoundingClientRect()
    const middle = [Math.round(x + width / 2), Math.round(y + height / 2)]
    if (width && `${middle}` === last && element.contains(document.elementFromPoint(...middle))) return middle
    last = `${middle}`
  }
}"""
# A press that meets another element, because the page was laid out anew after the look, does nothing.
GUARD = """(selector) => {
  const element = document.querySelector(selector)
  window.pressed = false
  window.unguard = new AbortController()
  const guard = (event) => {
    if (window.pressed || !event.isTrusted) return
    if (element.contains(event.target)) window.pressed = event.type === "click"
    else (event.stopImmediatePropagation(), event.preventDefault())
  }
  for (const kind of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"])
    addEventListener(kind, guard, { capture: true, signal: window.unguard.signal })
}"""
PRESSED = "() => (window.unguard.abort(), window.pressed)"
FOCUS = """(selector) => {
  const element = document.querySelector(selector)
  element?.focus()
  return element && document.activeElement === element
}"""


class Driver(ABC):
    @abstractmethod
    def command(self, name: str, **arguments: Any) -> Any: ...

    def go(self, url: str) -> None:
        """To an address, until the page has loaded."""
        self.command("url", url=url)

    def js(self, script: str, *values: object) -> Any:
        answer = self.command("execute/async", script=CALL % script, args=[values])
        if "error" in answer:
            raise AssertionError(f"{answer['error']}\n{script}")
        return answer["value"]

    def wait(self, script: str, *values: object) -> None:
        """Until something holds in the page."""
        self.js(WAIT % script, *values)

    def click(self, selector: str) -> None:
        for _ in range(TRIES):
            x, y = self.js(MIDDLE, selector)
            self.js(GUARD, selector)
            presses = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
            presses.append({"type": "pointerUp", "button": 0})
            self.command("actions", actions=[{"type": "pointer", "id": "mouse", "actions": presses}])
            if self.js(PRESSED):
                return
        raise AssertionError(f"{selector} does not stay in its place to be pressed")

    def focus(self, selector: str) -> None:
        self.wait(FOCUS, selector)

    def press(self, *keys: str) -> None:
        """Keys that are held together."""
        values = [KEYS.get(key, key) for key in keys]
        presses = [{"type": "keyDown", "value": value} for value in values]
        presses += [{"type": "keyUp", "value": value} for value in reversed(values)]
        self.command("actions", actions=[{"type": "key", "id": "keys", "actions": presses}])

    def type(self, text: str) -> None:
        presses = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.command("actions", actions=[{"type": "key", "id": "keys", "actions": presses}])


class Marionette(Driver):
    def __init__(self, connection: socket.socket) -> None:
        self.stream = connection.makefile("rwb")
        self.numbers = itertools.count()
        self.hear()  # who it is

    def command(self, name: str, **arguments: Any) -> Any:
        answer = self.ask(f"WebDriver:{MARIONETTE.get(name, name)}", arguments)
        return answer["value"] if set(answer) == {"value"} else answer

    def ask(self, name: str, arguments: dict[str, Any]) -> Any:
        text = json.dumps([0, next(self.numbers), name, arguments]).encode()
        self.stream.write(b"%d:%b" % (len(text), text))
        self.stream.flush()
        _, _, error, answer = self.hear()
        if error:
            raise AssertionError(f"{error['error']}: {error['message']}")
        return answer

    def hear(self) -> Any:
        length = b"".join(iter(lambda: self.stream.read(1), b":"))
        return json.loads(self.stream.read(int(length)))


class WebKitDriver(Driver):
    def __init__(self, port: int) -> None:
        self.port = port
        self.session = "/session"

    def begin(self, **capabilities: Any) -> None:
        answer = self.ask("POST", self.session, capabilities={"alwaysMatch": capabilities})
        self.session += f"/{answer['sessionId']}"

    def end(self) -> None:
        self.ask("DELETE", self.session)

    def command(self, name: str, **arguments: Any) -> Any:
        return self.ask("POST", f"{self.session}/{name}", **arguments)

    def ask(self, method: str, path: str, **arguments: Any) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            connection.request(method, path, json.dumps(arguments), {"Content-Type": "application/json"})
            value = json.load(connection.getresponse())["value"]
        finally:
            connection.close()
        if value and "error" in value and "message" in value:
            raise AssertionError(f"{value['error']}: {value['message']}")
        return value


@contextmanager
def firefox(folder: Path) -> Iterator[Driver]:
    """Firefox without a screen; the folder is its profile."""
    port = free_port()
    preferences = {"marionette.port": port, "ui.prefersReducedMotion": 1}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
    (folder / "user.js").write_text("\n".join(lines))
    program = [FIREFOX or "", "--marionette", "--headless", "--no-remote", "--profile", str(folder)]
    with running(program, folder) as process, connected(process, port) as connection:
        driver = Marionette(connection)
        driver.command("NewSession", timeouts={"script": PATIENCE})
        driver.command("SetWindowRect", **SIZE)
        yield driver


@contextmanager
def webkit(folder: Path) -> Iterator[Driver]:
    """MiniBrowser on a screen of its own that nobody sees; the folder is its home."""
    port = free_port()
    with screen(folder) as display:
        own = {"DISPLAY": display, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1", "HOME": str(folder)}
        own |= {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA")}
        with running([WEBKIT or "", f"--port={port}"], folder, env={**os.environ, **own}) as process:
            connected(process, port).close()
            driver = WebKitDriver(port)
            driver.begin(timeouts={"script": PATIENCE})
            driver.command("window/rect", **SIZE)
            yield driver
            driver.end()


@contextmanager
def screen(folder: Path) -> Iterator[str]:
    """The name of an X display in memory."""
    read, write = os.pipe()
    program = [XVFB or "", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    with os.fdopen(read) as pipe, running(program, folder, pass_fds=[write]):
        os.close(write)
        yield f":{pipe.readline().strip()}"


@contextmanager
def running(program: list[str], folder: Path, **how: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process, until the `with` block is over; what it says is kept in the folder."""
    with (folder / "log").open("ab") as log, subprocess.Popen(program, stdout=log, stderr=log, **how) as process:
        try:
            yield process
        finally:
            process.terminate()


def connected(process: subprocess.Popen[bytes], port: int) -> socket.socket:
    """A connection to a process, as soon as it listens."""
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1 / 50)  # seconds, between two tries
                raise AssertionError(f"{process.args!r} has ended") from None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


BROWSERS = {
    "Firefox": (firefox, {"firefox-esr": FIREFOX}),
    "WebKit": (webkit, {"WebKitWebDriver": WEBKIT, "Xvfb": XVFB}),
}
"""Each with the programs that it needs."""
