"""Measurements on a page: accessibility faults found by axe-core, and sizes of touch targets."""

from __future__ import annotations

from pathlib import Path

from tests.browser.visitor import Visitor

ROOT = Path(__file__).parents[2]
AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text()
TOUCH = 44  # CSS pixels
HIT = "button, [role=button], summary, select, input:not([type=hidden]), a[href]"


def look(visitor: Visitor, where: str) -> None:
    """Check that a page has no serious accessibility fault in any theme, no unfilled placeholder and no overflow."""
    if not visitor.ask("() => 'axe' in window"):
        visitor.ask(AXE)
    faults = visitor.ask(
        """async () => {
          const shades = document.documentElement.dataset;
          const was = shades.theme;
          const found = [];
          for (const theme of ["dark", "light"]) {
            shades.theme = theme;
            const only = theme === was ? {} : { runOnly: ["color-contrast"] };
            const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
            for (const { id, impact, nodes } of violations)
              if (impact === "serious" || impact === "critical")
                for (const { html, failureSummary } of nodes)
                  found.push(`${theme}: ${id} (${impact}): ${html.slice(0, 200)}\\n  ${failureSummary}`);
          }
          shades.theme = was;
          return found;
        }"""
    )
    assert not faults, f"{where}: " + "\n".join(faults)
    placeholders = visitor.ask(
        """() => {
          const labels = ["aria-label", "title", "alt", "placeholder"];
          const labelled = Array.from(document.querySelectorAll(labels.map((name) => `[${name}]`).join()));
          const texts = labelled.flatMap((element) => labels.map((name) => element.getAttribute(name) ?? ""));
          return [document.body.innerText, ...texts].flatMap((text) => text.match(/\\{\\w+\\}/g) ?? []);
        }"""
    )
    assert not placeholders, f"{where}: placeholders without values: {placeholders}"
    visitor.check_width()


def small_targets(visitor: Visitor) -> list[str]:
    """Return the touch targets that are too small. Links within a sentence are exempt."""
    return visitor.ask(
        """([hit, touch]) => Array.from(document.querySelectorAll(hit)).flatMap((element) => {
          const boxed = element.type === "radio" || element.type === "checkbox";
          const target = (boxed && element.closest("label")) || element;
          const { width, height } = target.getBoundingClientRect();
          const inText = element.tagName === "A" && getComputedStyle(element).display === "inline";
          const covered = document.querySelector("dialog[open]") && !element.closest("dialog");
          if (!shown(target) || target.closest(".unseen") || inText || covered) return [];
          if (Math.round(width) >= touch && Math.round(height) >= touch) return [];
          return [`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 160)}`];
        })""",
        [HIT, TOUCH],
    )
