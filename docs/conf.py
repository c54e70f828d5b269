"""Sphinx: how the pages that tools/site.py gathers become a site."""

project = "Atout"
author = "Atout contributors"
project_copyright = "Atout contributors"
language = "en"

extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = "Atout"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
templates_path: list[str] = []
exclude_patterns = ["examples"]
