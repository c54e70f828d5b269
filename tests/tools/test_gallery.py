"""The command behind `dev.py gallery`: what it takes, and the page that shows what it took."""

import pytest

from tools import gallery, gallery_pictures


def test_everything_unless_told():
    options = gallery.parse_arguments([])
    assert (options.place, options.size, options.theme, options.lang) == ([], None, None, "en")


def test_places_sizes_and_themes_can_be_chosen():
    options = gallery.parse_arguments(
        ["luz", "pages", "--size", "phone", "--theme", "dark", "--lang", "fr", "--seats", "5"]
    )
    assert (options.place, options.size, options.theme) == (["luz", "pages"], ["phone"], ["dark"])
    assert (options.lang, options.seats) == ("fr", 5)


@pytest.mark.parametrize("wrong", [["chess"], ["--size", "watch"], ["--theme", "pink"], ["--lang", "it"]])
def test_what_is_not_there_is_refused(wrong, capsys):
    with pytest.raises(SystemExit):
        gallery.parse_arguments(wrong)
    assert wrong[-1] in capsys.readouterr().err


def test_the_index_shows_every_picture_and_what_scrolls(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery_pictures, "OUT", tmp_path)
    taken = gallery_pictures.Gallery(["phone"], ["dark"], "en")
    pictures = [
        gallery_pictures.Picture(tmp_path / "luz" / f"{scrolls}.png", "phone", "dark", scrolls) for scrolls in (0, 12)
    ]
    taken.scenes = {"luz/00-bets": pictures[:1], "luz/01-tricks": pictures[1:]}
    page = taken.index().read_text(encoding="utf-8")
    assert page.count("<img") == 2
    assert 'src="luz/12.png"' in page
    assert page.count("scrolls 12 px") == 1


def test_ones_own_cards():
    zones = [{"name": "hand", "seat": 1, "cards": [{"text": "R1"}]}, {"name": "trick", "cards": [{"text": "B2"}]}]
    assert gallery.own_cards({"seat": 1, "zones": zones}) == [{"text": "R1"}]
