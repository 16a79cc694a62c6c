"""Data and fonts of others that a release contains: version, licence and source of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ThirdParty:
    """Work of others in the wheel."""

    name: str
    version: str
    license: str
    """SPDX identifier."""
    source: str
    """Address of the work."""
    files: str
    """Its file in the repository, or the part of the client that contains it."""
    license_file: str
    """Text of its licence in the repository."""
    npm: str = ""
    """Package of npm that it comes from; the lock file contains its version."""

    def as_component(self) -> dict[str, Any]:
        """Return the work as a component of a CycloneDX document."""
        return {
            "type": "data",
            "bom-ref": f"{self.name}@{self.version}",
            "name": self.name,
            "version": self.version,
            "scope": "required",
            "licenses": [{"expression": self.license}],
            "externalReferences": [{"type": "website", "url": self.source}],
        }


COMPONENTS = (
    ThirdParty(
        name="Fraunces",
        version="5.3.0",
        license="OFL-1.1",
        source="https://github.com/undercasetype/Fraunces",
        files="web/bundling/font.ts",
        license_file="web/public/font-license.txt",
        npm="@fontsource/fraunces",
    ),
    ThirdParty(
        name="Unicode confusables.txt",
        version="17.0.0",
        license="Unicode-3.0",
        source="https://www.unicode.org/Public/17.0.0/security/confusables.txt",
        files="src/saleroom/server/core/unicode/confusables.txt",
        license_file="src/saleroom/server/core/unicode/LICENSE",
    ),
)
