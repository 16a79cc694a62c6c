// Touch targets at a table. Added to a page once it is open.
(() => {
  const TOUCH = 44;
  const STEP = 2;
  const INSET = 5; // corners are round
  const ACTIONS = "[data-table] [data-legal], [data-acts] button:not([aria-disabled='true']), [data-go-on]";
  const name = (element) => element.getAttribute("aria-label") || element.innerText || element.dataset.piece;
  const round = Math.round;
  const hits = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return !!top && (element.contains(top) || top.contains(element));
  };
  /** The longest range between two positions in which a test holds. */
  const stretch = (from, to, holds) => {
    let best = [from, from];
    let begun = null;
    for (let at = from; at <= to; at += STEP) {
      if (!holds(at)) begun = null;
      else {
        begun ??= at;
        if (at - begun > best[1] - best[0]) best = [begun, at];
      }
    }
    return best;
  };
  /** Why a button cannot be touched: all of it must be visible. */
  const button = (element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (round(width) < TOUCH || round(height) < TOUCH) return `is ${round(width)} × ${round(height)}`;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [left + INSET, top + INSET], [right - INSET, top + INSET]];
    points.push([left + INSET, bottom - INSET], [right - INSET, bottom - INSET]);
    const covered = points.find(([x, y]) => !hits(element, x, y));
    if (!covered) return undefined;
    const by = document.elementFromPoint(...covered)?.outerHTML.slice(0, 100);
    return `is covered at ${covered.map(round)} of ${[left, top, right, bottom].map(round)} by ${by}`;
  };
  /**
   * Why a card or a tile of a hand cannot be touched. Cards overlap like a fan: a strip of each stays visible, at least
   * 44 px high and 44 px wide. Strips are narrower only in a suit that is too long for one row. Its last card takes
   * 64 px.
   */
  const fanned = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const line = top + TOUCH / 2;
    const [x0, x1] = stretch(left + 1, right - 1, (x) => hits(element, x, line));
    const across = [x0 + INSET, (x0 + x1) / 2, x1 - INSET];
    const [y0, y1] = stretch(top + 1, bottom - 1, (y) => across.every((x) => hits(element, x, y)));
    const [width, height] = [x1 - x0 + STEP + 1, y1 - y0 + STEP + 1];
    const least = Math.min(TOUCH, narrowest(element)) - 1;
    return width < least || height < TOUCH - 1 ? `shows ${round(width)} × ${round(height)} of itself` : undefined;
  };
  const narrowest = (element) => {
    const list = element.closest("[data-hand]");
    const suits = Array.from(list.querySelectorAll("[data-piece]"), (one) => one.dataset.piece.slice(-1));
    const longest = Math.max(...suits.map((suit) => suits.filter((other) => other === suit).length));
    return longest > 1 ? (list.clientWidth - 64) / (longest - 1) : TOUCH;
  };
  const outside = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    return inside ? undefined : `is outside the window: ${[left, top, right, bottom].map(round)}`;
  };
  /** The controls of a decision: legal actions, and other buttons next to them, such as those that change a bid. */
  const actions = () =>
    Array.from(document.querySelectorAll(ACTIONS)).filter(shown);

  /** Controls that cannot be touched. */
  window.unreachable = () =>
    actions().flatMap((element) => {
      const wrong = outside(element) ?? (element.closest("[data-hand]") ? fanned(element) : button(element));
      return wrong ? [`${name(element)} ${wrong}`] : [];
    });

  /** Balloons that are not completely visible, or cover an action, the hand, another seat or its balloon. */
  window.intruding = () =>
    boxes(".speech").flatMap((balloon) => [
      ...(outside(balloon) ? [`${name(balloon)} ${outside(balloon)}`] : []),
      ...[":is([data-legal], [data-acts] button, [data-hand] [data-piece])", "[data-spot^='seat-']", ".speech"]
        .flatMap(boxes)
        .filter((other) => other !== balloon && !other.contains(balloon) && meet(balloon, other))
        .map((other) => `${name(balloon)} covers ${name(other)}`),
    ]);

  const boxes = (selector) =>
    Array.from(document.querySelectorAll(`[data-table] ${selector}`)).filter(shown);
  /** Visible area of an element, without the parts that scroll away or yield to the actions. */
  const sight = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const within = element.closest(".line, .yields")?.getBoundingClientRect() ?? { top, bottom };
    return { left, right, top: Math.max(top, within.top), bottom: Math.min(bottom, within.bottom) };
  };
  const meet = (one, other) => {
    const [a, b] = [sight(one), sight(other)];
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 2 && height > 2;
  };
  /** Labels that cover a seat, a piece on the felt or another label; and pieces that cover a seat. */
  window.covering = () => [...labels(), ...pieces()];
  const pieces = () =>
    boxes(".felt [data-piece]").flatMap((piece) =>
      boxes("[data-spot^='seat-']")
        .filter((seat) => meet(piece, seat))
        .map((seat) => `${name(piece)} covers ${name(seat)}`),
    );
  const labels = () =>
    [...boxes("[data-label]"), ...boxes("[data-acts] button")].flatMap((label) =>
      [...boxes("[data-spot^='seat-']"), ...boxes(".felt [data-piece]"), ...boxes("[data-label]")]
        .filter((other) => other !== label && !other.contains(label) && meet(label, other))
        .map((other) => `${name(label)} covers ${name(other)}`),
    );
})();
