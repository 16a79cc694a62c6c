"""Write the table of letters that look alike, from Unicode's `confusables.txt`: `python -m tools.confusables FILE`.

Unicode publishes the file with every version, in the folder `security` of its data files.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/saleroom/server/core/unicode/confusables.txt"
HEADER = """\
# Letters and the letters that they look like, from confusables.txt of Unicode {version} (UTS 39).
# Copyright © 1991-2025 Unicode, Inc. SPDX-License-Identifier: Unicode-3.0; see LICENSE beside this file.
# Written by `python -m tools.confusables`: a code point, and what it looks like.
"""
_VERSION = re.compile(r"^# Version: (\S+)", re.MULTILINE)
_LINE = re.compile(r"^([0-9A-F]+) ;\s*([0-9A-F ]+?)\s*;\s*MA", re.MULTILINE)


def table(official: str) -> str:
    """Return Saleroom's table, made from the text of Unicode's file; raise `ValueError` for any other text."""
    version, lines = _VERSION.search(official), _LINE.findall(official)
    if version is None or not lines:
        raise ValueError("this is no confusables.txt of Unicode")
    rows = sorted((int(letter, 16), "".join(chr(int(code, 16)) for code in looks.split())) for letter, looks in lines)
    return HEADER.format(version=version[1]) + "".join(f"{letter:X}\t{looks}\n" for letter, looks in rows)


if __name__ == "__main__":
    TABLE.write_text(table(Path(sys.argv[1]).read_text("utf-8-sig")), "utf-8")
