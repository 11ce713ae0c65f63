"""Browsers: each has its own secret, a cookie, by which it finds its open games again."""

import re
import secrets
from hashlib import sha256

from fastapi import Request, Response

COOKIE = "hearthlight"
_SECONDS = 365 * 24 * 3600
_SECRET = re.compile(r"[0-9a-f]{32}")


def browser_of(request: Request) -> str:
    """The name of a browser in files, from which nobody learns its secret; empty without one."""
    secret = _secret_of(request)
    return _name(secret) if secret else ""


def known_browser(request: Request, response: Response) -> str:
    """The name of a browser, which gets a secret if it has none, and keeps it for another year.

    Scripts cannot read the secret, and pages of other sites cannot send it.
    """
    secret = _secret_of(request) or secrets.token_hex(16)
    response.set_cookie(COOKIE, secret, _SECONDS, path="/play", httponly=True, samesite="lax")
    return _name(secret)


def _secret_of(request: Request) -> str:
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else ""


def _name(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
