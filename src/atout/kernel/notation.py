"""Reading what people write."""


def whole_number(text: str, most: int) -> int:
    """Return the number that the text writes plainly, from 0 to `most`, or -1."""
    if text.isascii() and text.isdigit() and len(text) < 6 and text == str(int(text)) and int(text) <= most:
        return int(text)
    return -1
