"""The client's own words, and how tests find things by them."""

import json
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "fr", "de")
FOLDER: Final = Path(__file__).parents[2] / "web" / "src" / "words"
WORDS: Final[dict[str, dict[str, str]]] = {
    lang: json.loads((FOLDER / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGUAGES
}
EN: Final = WORDS["en"]
