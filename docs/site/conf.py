"""What Sphinx has to know of the site; docs/build runs it."""

import os

import l2r

project = "l2r"
author = "l2r contributors"
copyright = author
release = version = l2r.__version__
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = "l2r"
html_copy_source = html_show_sourcelink = html_show_sphinx = False
html_static_path = [os.path.join(os.path.dirname(__file__), "static")]
html_css_files = ["site.css"]
suppress_warnings = ["myst.header"]  # tables that scripts write begin with small headings
highlight_language = "none"

breathe_projects = {"l2r": os.environ["L2R_DOXYGEN"]}
breathe_default_project = "l2r"
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # they stand in the signatures
