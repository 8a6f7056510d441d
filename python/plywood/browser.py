"""A Python bot as a player at the board in the browser.

Start a game against a friend at `plywood serve`, copy the link that invites, and let the bot come:

    plywood.join("http://127.0.0.1:7474/#/join/GAME/INVITATION", choose)
"""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from plywood._plywood import Move, Position
from plywood.errors import PlywoodError
from plywood.matches import Clock, wants_clock

__all__ = ["ServerError", "join"]

POLL_SECONDS = 0.3
"""How long to wait before asking again whose turn it is."""
WITHOUT_CLOCK = 2.0
"""The seconds that a bot is told to think where the game has no clock."""
PATIENCE = 20.0
"""The seconds after which a server that does not answer is given up."""

LINK = re.compile(r"(?P<server>https?://[^/#]+)/#/join/(?P<id>[^/]+)/(?P<invite>[^/]+)")


class ServerError(PlywoodError, OSError):
    """The server cannot be reached, or has refused a request."""


class _Server:
    """The part of the server's interface that a player needs."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.token: str | None = None

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request, with a body by POST."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._address}/api/play/{path}", data)
        request.add_header("Content-Type", "application/json")
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise ServerError(_reason(error)) from error
        except OSError as error:
            raise ServerError(f"cannot reach {self._address}: {error}") from error


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["error"])
    except (ValueError, KeyError):
        return f"{error.code} {error.reason}"


def join(link: str, choose: Callable[..., Move | str], *, name: str | None = None) -> str:
    """Takes the seat that a link invites to, and plays the game to its end; returns the result, such
    as `1-0`.

    `choose` is called like a player of a match: with the position, and with a `Clock` if it takes a
    second argument.
    """
    found = LINK.fullmatch(link.strip())
    if found is None:
        raise ValueError(f"expected a link such as http://HOST:7474/#/join/GAME/INVITATION, found '{link}'")
    server, game = _Server(found["server"]), found["id"]
    known = name or str(getattr(choose, "__name__", type(choose).__name__))
    joined = server.ask(f"{game}/join", {"invite": found["invite"], "name": known[:30]})
    server.token, us = joined["token"], joined["player"]
    has_clock = wants_clock(choose)
    while True:
        state = server.ask(game)
        if state["over"] is not None:
            return str(state["result"])
        here = state["position"]
        if here["turn"] != us:
            time.sleep(POLL_SECONDS)
            continue
        position = Position.parse(here["game"], here["position"])
        move = choose(position, _clock(state, us)) if has_clock else choose(position)
        server.ask(f"{game}/move", {"move": str(move), "ply": len(here["history"])})


def _clock(state: dict[str, Any], us: int) -> Clock:
    clocks = state["clocks"]
    if clocks is None:
        return Clock(WITHOUT_CLOCK)
    left = clocks["seconds_left"]
    return Clock(None, left[us - 1], clocks["increment"], left[2 - us])
