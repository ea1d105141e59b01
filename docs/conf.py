"""The documentation as a site: `scripts/docs` builds it from the Markdown of this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from boardproof import __version__

project = "boardproof"
author = "the boardproof authors"
copyright = f"{author}, MIT licence"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_click",
    "site_parts.contents",
    "site_parts.typesetting",
    "site_parts.gallery",
    "site_parts.schemas",
    "site_parts.boards",
    "site_parts.links",
]
exclude_patterns = ["site_parts", "pictures", "_build"]
myst_heading_anchors = 4

# Docstrings say `code` as Markdown does, and their types are in the signatures.
default_role = "code"
autodoc_member_order = "bysource"
# What the adapters are for is not installed where the site is built.
autodoc_mock_imports = ["gymnasium", "open_spiel", "pettingzoo", "pyspiel"]
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80

html_theme = "furo"
pygments_dark_style = "github-dark"
html_title = "boardproof"
html_static_path = ["site_parts/static"]
html_css_files = ["site.css", "board.css"]
html_copy_source = html_show_sourcelink = False
html_theme_options = {
    "source_repository": "https://github.com/boardproof/boardproof/",
    "source_branch": "main",
    "source_directory": "docs/",
}
