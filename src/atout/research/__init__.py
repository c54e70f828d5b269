"""For research: views as arrays, environments of other libraries, many matches at once, datasets."""
