"""Options of a command, made from the fields of a request."""

from __future__ import annotations

from typing import Any

import click
from msgspec import NODEFAULT

from ...questions.requests import Request, RequestField, fields_of
from .completion import complete_player
from .options import Bytes, Seconds, WholeNumber


def request_options(*requests: type[Request]) -> list[click.Parameter]:
    """Return the options for all fields of some requests; a field they share gets one option."""
    fields = {field.name: field for request in requests for field in fields_of(request)}
    return [_option(field) for field in fields.values() if "words" not in field.marks]


def words_field(request: type[Request]) -> RequestField | None:
    """Return the field that takes the words that set no parameter, if the request has one."""
    return next((field for field in fields_of(request) if "words" in field.marks), None)


def request_from(request: type[Request], values: dict[str, Any], **more: Any) -> Any:
    """Make a request of a command's values; the others are the command's own."""
    given = {**values, **more}
    return request(**{one.name: given[one.name] for one in fields_of(request) if one.name in given})


def _option(field: RequestField) -> click.Option:
    flag = field.marks.get("flag") or f"--{field.name.replace('_', '-')}"
    default = None if field.default is NODEFAULT else field.default
    shown: dict[str, Any] = {"help": field.help, "show_default": default not in (None, False, ())}
    if field.kind is bool and "metavar" not in field.marks:
        return click.Option([flag, field.name], is_flag=True, default=default, **shown)
    if field.kind is bool:
        default = "on" if default else "off"
    kind = _type(field)
    return click.Option(
        [flag, field.name],
        type=kind,
        default=default,
        metavar=None if isinstance(kind, click.Choice) else field.marks.get("metavar"),
        shell_complete=complete_player if field.name == "player" else None,
        **shown,
    )


class OnOff(click.Choice[str]):
    """A switch that is written on or off."""

    def __init__(self) -> None:
        super().__init__(["on", "off"])

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return whether it is on."""
        return super().convert(value, param, ctx) == "on"


class Names(click.ParamType[tuple[str, ...]]):
    """Names with commas between them."""

    name = "names"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, ...]:
        """Split the names."""
        return tuple(value.split(",")) if isinstance(value, str) else tuple(value)


def _type(field: RequestField) -> click.ParamType[Any]:
    if field.marks.get("unit") == "bytes":
        return Bytes()
    if field.kind is bool:
        return OnOff()
    if field.kind is float:
        return Seconds()
    if field.kind is int:
        return WholeNumber(field.bounds.get("ge", 0), field.bounds.get("le"))
    return click.STRING if field.kind is str else Names()
