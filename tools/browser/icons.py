"""Draws the app's PNG icons from web/public/icon.svg, for systems that take no SVG.

    python -m tools.browser.icons

The maskable one has the drawing in its middle, because systems cut it to a circle or a square.
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.watched import chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
BACKGROUND = "#0072B2"  # of the drawing
SIZES = {"icon-192.png": (192, 1.0), "icon-512.png": (512, 1.0), "icon-maskable.png": (512, 0.85)}
"""Pixels, and how much of them the drawing takes."""


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with chromium() as browser:
        for name, (pixels, share) in SIZES.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            colour = BACKGROUND if share < 1 else "transparent"
            page.set_content(
                f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;"
                f" background: {colour} }} svg {{ width: {100 * share}vw; height: auto }}</style>"
                f"{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
