"""Description of a dataset in Croissant 1.0, the JSON-LD vocabulary of MLCommons for data sets."""

from __future__ import annotations

from typing import Any

from saleroom.lab.dataset.plan import DatasetPlan

FILE = "croissant.json"
_TERMS = (
    "citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet", "format",
    "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex",
    "repeated", "replace", "samplingRate", "separator", "source", "subField", "transform",
)  # fmt: skip
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS},
}
FIELDS = {
    "id": ("sc:Text", "Game, level and number of the match, with slashes between them"),
    "game": ("sc:Text", "Name of the game"),
    "level": ("sc:Text", "Level of play in all seats"),
    "number": ("sc:Integer", "Number of the match, from 0; a number has the same cards at every level"),
    "seats": ("sc:Integer", "Number of seats"),
    "deals": ("sc:Integer", "Number of deals"),
    "decisions": ("sc:Integer", "Number of decisions of the players"),
    "scores": ("sc:Integer", "Final score of each seat"),
    "winners": ("sc:Integer", "Seats that won"),
    "record": ("sc:Text", "The whole match as JSON in the format saleroom/1, from which it can be replayed"),
}
"""Columns of the dataset: data type and meaning."""
REPEATED = ("scores", "winners")
LICENCE = "https://spdx.org/licenses/MIT"


def description(plan: DatasetPlan, name: str, size: int, digest: str, url: str | None, published: str | None) -> Any:
    """Return the description of a dataset in the file `name`, of `size` bytes, with the SHA-256 `digest`.

    `url` is the page of the dataset, and `published` the date of its publication. Croissant requires both from the one
    who publishes.
    """
    games, levels = ", ".join(plan.games), ", ".join(plan.levels)
    text = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "saleroom-matches",
        "description": (
            f"Whole matches of auction card games between bots: {games}. Levels of play: {levels}. {plan.matches:,} "
            "matches of each game and level, with the same cards at every level. Each record can be replayed and "
            "verified with the program Saleroom."
        ),
        "license": LICENCE,
        "version": "1.0.0",
        "creator": {"@type": "sc:Organization", "name": "Saleroom authors"},
        "citeAs": f"Saleroom {plan.header()['version']}, dataset of matches with seed {plan.seed.hex()}",
        "keywords": ["card games", "auctions", "imperfect information", "multi-agent", *plan.games],
        "isLiveDataset": False,
    }
    text |= {key: value for key, value in (("url", url), ("datePublished", published)) if value}
    file = {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }
    fields = [_field(column, kind, meaning, name) for column, (kind, meaning) in FIELDS.items()]
    records = {"@type": "cr:RecordSet", "@id": "matches", "name": "matches", "key": {"@id": "matches/id"}}
    return {**text, "distribution": [file], "recordSet": [{**records, "field": fields}]}


def _field(column: str, kind: str, meaning: str, file: str) -> Any:
    return {
        "@type": "cr:Field",
        "@id": f"matches/{column}",
        "name": column,
        "description": meaning,
        "dataType": kind,
        **({"repeated": True} if column in REPEATED else {}),
        "source": {"fileObject": {"@id": file}, "extract": {"column": column}},
    }
