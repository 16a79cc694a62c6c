"""Extension for griffe, the docstring reader, which shows examples in docstrings as code, not as quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe  # pyright: ignore[reportMissingImports]  # comes with Zensical, which lint does not need

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Doctests(griffe.Extension):
    """Extension that fences each text from a prompt to the next empty line as code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the text of one docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
