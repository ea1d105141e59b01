"""The directive `{schemas}`: what each command takes and prints, as JSON Schema."""

import json

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from boardproof.faces.cli import COMMANDS
from boardproof.faces.cli.schema import printed_types, schema_of


class Schemas(SphinxDirective):
    """A section for each command that prints JSON."""

    def run(self) -> list[nodes.Node]:
        """Return the sections, in the order of the commands."""
        types = printed_types()
        return [_section(name, schema_of(name, types[name])) for name in types]


def _section(name: str, schema: dict[str, object]) -> nodes.section:
    text = json.dumps(schema, indent=2, ensure_ascii=False)
    listing = nodes.literal_block(text, text, language="json", classes=["schema"])
    section = nodes.section(ids=[nodes.make_id(f"schema-{name}")])
    section += nodes.title(name, name)
    if name in COMMANDS:
        section += nodes.paragraph(COMMANDS[name], COMMANDS[name])
    section += listing
    return section


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part."""
    app.add_directive("schemas", Schemas)
    return {"parallel_read_safe": True}
