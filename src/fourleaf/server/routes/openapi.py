"""/api/docs: the description of the API as one plain page, without scripts and without anything from elsewhere."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from litestar import Litestar, Request, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.routes import HTTPRoute

from fourleaf import review
from fourleaf.server import values, wire
from fourleaf.server.storage import log

REFUSALS: Final = {
    400: "It cannot be read, or is not what it should be",
    401: "The server does not know who asks",
    403: "It belongs to somebody else, or the page that asks is not one of ours",
    404: "There is no such thing",
    405: "Not with this method",
    409: "Not now: the table is not at that point, or the rules do not allow it",
    413: "The body is too large",
    429: "More than the limits allow",
    503: "The storage did not answer; send the same again",
}
STYLE: Final = """
body { font: 16px/1.5 Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
section { border-top: 1px solid #bbb; padding-top: .5rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; background: #f4f1ea; padding: .5rem; }
dt { font-weight: bold; } dd { margin: 0 0 .5rem 1.5rem; }
"""


def describe(app: Litestar) -> None:
    """Every address of the API says how it refuses."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                refusals = {
                    status: ResponseSpec(wire.Problem, description=words, generate_examples=False)
                    for status, words in REFUSALS.items()
                }
                handler.responses = {**refusals, **(handler.responses or {})}


def in_words(schema: dict[str, Any]) -> dict[str, Any]:
    """The description of the API, in which every body says what it is."""
    known = {**vars(review), **vars(wire), **vars(values), **vars(log)}
    for name, body in schema["components"]["schemas"].items():
        body["description"] = known[name].__doc__
    return schema


class JsonPage(JsonRenderPlugin):
    """The description for programs."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """All of it."""
        return self.render_json(request, in_words(openapi_schema))


class PlainPage(OpenAPIRenderPlugin):
    """Draws the page. The usual viewers load a script from elsewhere, which our content policy rightly forbids."""

    def __init__(self) -> None:
        super().__init__(path="/", favicon="", style="")

    def receive_router(self, router: Router) -> None:
        """Adds the style sheet, because our pages hold no style of their own."""
        router.register(style_sheet)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page."""
        del request
        in_words(openapi_schema)
        parts = [
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fourleaf API</title>',
            '<link rel="stylesheet" href="/api/docs/style.css"></head><body><h1>Fourleaf API</h1>',
            f"<p>{escape(openapi_schema['info']['description'])}</p>",
            '<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a>.</p>',
        ]
        for path, item in sorted(openapi_schema["paths"].items()):
            for method, operation in item.items():
                parts.append(_operation(path, method, operation))
        parts.append("<h2>Bodies</h2>")
        for name, body in sorted(openapi_schema["components"]["schemas"].items()):
            parts.append(_body(name, body))
        parts.append("</body></html>")
        return "".join(parts).encode()


@get("/style.css", media_type="text/css", include_in_schema=False, sync_to_thread=False)
def style_sheet() -> str:
    """How the page looks."""
    return STYLE


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    title = f"<section><h3><code>{method.upper()} {escape(path)}</code> {escape(operation.get('summary', ''))}</h3>"
    said = f"<p>{escape(operation.get('description', ''))}</p>"
    asked = "".join(
        f"<dt><code>{escape(field['name'])}</code> in {field['in']}</dt><dd>{_kind(field.get('schema', {}))}</dd>"
        for field in operation.get("parameters", [])
    )
    body = _content(operation.get("requestBody", {}))
    answers = "".join(
        f"<dt>{status}</dt><dd>{escape(answer['description'])} {_content(answer)}</dd>"
        for status, answer in sorted(operation.get("responses", {}).items())
    )
    return f"{title}{said}<dl>{asked}</dl>{f'<p>Body: {body}</p>' if body else ''}<dl>{answers}</dl></section>"


def _content(holder: dict[str, Any]) -> str:
    return " ".join(_kind(media.get("schema", {})) for media in holder.get("content", {}).values())


def _body(name: str, schema: dict[str, Any]) -> str:
    fields = "".join(
        f"<dt><code>{escape(field)}</code></dt><dd>{_kind(kind)}</dd>"
        for field, kind in schema.get("properties", {}).items()
    )
    said = escape(schema.get("description", ""))
    return f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{said}</p><dl>{fields}</dl></section>'


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "oneOf" in schema:
        return " or ".join(_kind(one) for one in schema["oneOf"])
    if "items" in schema:
        return f"list of {_kind(schema['items'])}"
    known = schema.get("const", schema.get("enum", schema.get("type", "anything")))
    return escape(", ".join(map(str, known)) if isinstance(known, list) else str(known))
