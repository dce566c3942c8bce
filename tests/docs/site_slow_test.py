"""The site that docs/build makes: no link leads nowhere, nothing is asked of other machines, and the search finds."""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = pathlib.Path(os.environ["L2R_BUILD"]).resolve() / "site"


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        self.loads += [values[name] for name in ("src", "srcset", "data") if values.get(name)]
        if tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loads.append(values["href"])


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        done = subprocess.run([ROOT / "docs" / "build", SITE.parent], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        cls.pages = {path: Page(path) for path in SITE.rglob("*.html")}

    def test_in_a_build_of_ours_it_names_what_is_missing_and_installs_nothing(self):
        with tempfile.TemporaryDirectory() as name:
            programs, installed = pathlib.Path(name, "bin"), pathlib.Path(name, "installed")
            programs.mkdir()
            for program in {*pathlib.Path("/bin").iterdir(), *pathlib.Path("/usr/bin").iterdir()}:
                if program.name not in ("doxygen", "apt-get", "sudo") and not (programs / program.name).is_symlink():
                    (programs / program.name).symlink_to(program)
            for installer in ("apt-get", "sudo"):
                (programs / installer).write_text(f"#!/bin/sh\ntouch '{installed}'\n")
                (programs / installer).chmod(0o755)
            done = subprocess.run([ROOT / "docs" / "build", name], env={**os.environ, "PATH": str(programs)},
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 3)
            self.assertIn("the site needs what is missing here: apt-get install doxygen", done.stderr)
            self.assertFalse(installed.exists())

    def test_has_a_page_for_everything_that_is_asked_for(self):
        for page in ["index", "docs/quick-start", "docs/tutorials/own-data", "docs/tutorials/compare", "docs/concepts",
                     "docs/tutorials/own-optimiser", "docs/tutorials/pytorch", "docs/tutorials/cluster", "docs/why",
                     "docs/commands", "docs/reference/cpp", "docs/reference/python", "docs/formats", "docs/promises",
                     "docs/benchmarks", "experiments/solvers/README"]:
            self.assertIn(SITE / f"{page}.html", self.pages)

    def test_references_have_what_comments_and_help_say(self):
        for page, text in [("docs/commands", "--best-known"), ("docs/commands", "l2r generate samples"),
                           ("docs/reference/cpp", "at least as short comes out"),
                           ("docs/reference/python", "Raises InputError where a file is damaged")]:
            self.assertIn(text, re.sub(r"<[^>]*>", "", (SITE / f"{page}.html").read_text()), page)

    def test_the_reference_of_python_has_every_public_name(self):
        listed = re.search(r"__all__ = \[(.*?)\]", (ROOT / "python" / "l2r" / "__init__.py").read_text(), re.DOTALL)
        anchors = self.pages[SITE / "docs" / "reference" / "python.html"].anchors
        for name in re.findall(r'"(\w+)"', listed[1]):
            self.assertIn(f"l2r.{name}", anchors)

    def test_every_link_within_the_site_leads_somewhere(self):
        for path, page in self.pages.items():
            for link in page.links:
                address = urllib.parse.urlsplit(link)
                if address.scheme or address.netloc:
                    continue
                target = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
                with self.subTest(page=path.relative_to(SITE), link=link):
                    self.assertTrue(target.exists())
                    if address.fragment and target in self.pages and address.fragment != "":
                        self.assertIn(urllib.parse.unquote(address.fragment), self.pages[target].anchors)

    def test_nothing_is_loaded_from_other_machines(self):
        for path, page in self.pages.items():
            for address in page.loads:
                self.assertNotRegex(address, r"^(https?:)?//", path)
        for path in SITE.rglob("*.css"):
            self.assertNotRegex(path.read_text(), r"""(url\(|@import)\s*["']?(https?:)?//""", path)

    @unittest.skipUnless(shutil.which("chromium"), "needs chromium")
    def test_the_search_finds_without_a_network(self):
        page = f"{(SITE / 'search.html').as_uri()}?q=shard"
        done = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000",
                               "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom", page], capture_output=True, text=True,
                              timeout=120)
        self.assertRegex(done.stdout, r'<li[^>]*><a href="docs/tutorials/cluster\.html')


if __name__ == "__main__":
    unittest.main()
