"""`boardproof count`: the question, and every ply of its answer."""

from __future__ import annotations

import click

from .question import question_command

BY_PLY = click.Option(["--by-ply"], is_flag=True, help="List the positions first reached per ply.")

command = question_command("count", extra=[BY_PLY])
