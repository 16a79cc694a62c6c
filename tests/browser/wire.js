// Runs before the page's own scripts: records the messages of a table's socket, so that a test can wait for them.
(() => {
  const heard = [];
  const sent = [];
  const open = new Set();
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      window.wire.tries += 1;
      open.add(this);
      this.addEventListener("message", (event) => heard.push(JSON.parse(event.data)));
      this.addEventListener("close", () => open.delete(this));
    }
    send(text) {
      sent.push(JSON.parse(text));
      super.send(text);
    }
  };
  const versioned = () => heard.filter((message) => message.type === "snapshot" || message.type === "update");
  const orders = (type) => sent.filter((message) => message.id !== undefined && (!type || message.type === type));
  window.wire = {
    heard,
    sent,
    open,
    orders,
    /** Number of connection attempts. */
    tries: 0,
    /** The last message with the reader's own state. */
    get last() {
      return versioned().at(-1) ?? null;
    },
    get board() {
      return versioned().findLast((message) => message.board)?.board ?? null;
    },
    get status() {
      return versioned().findLast((message) => message.table)?.table.status ?? null;
    },
    /** Whether every command has its answer, and every move confirmed since the last snapshot has arrived. */
    get calm() {
      const answers = new Set(heard.map(({ id }) => id));
      const recent = heard.slice(heard.findLastIndex(({ type }) => type === "snapshot") + 1);
      const late = recent.some(({ id, version }) => id && (version ?? 0) > (this.last?.version ?? 0));
      return !late && orders().every(({ id }) => answers.has(id));
    },
    /** Lets the page receive a message that the server has not sent. */
    pretend(message) {
      for (const socket of open) socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
    },
    get refused() {
      return heard.filter((message) => message.type === "refused");
    },
  };
  /** Whether an element is visible on the screen. */
  window.shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  /** The available actions at the table, in the order of the page. */
  window.lit = () => Array.from(document.querySelectorAll("[data-legal]")).filter(window.shown);
  const letters = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  /** An available action whose visible text differs from its accessible name; null if there is none. */
  window.misnamed = () => {
    const wrong = lit().find((element) => {
      const name = element.getAttribute("aria-label");
      return name && !letters(name).includes(letters(element.innerText));
    });
    return wrong ? `"${wrong.innerText}" is called "${wrong.getAttribute("aria-label")}"` : null;
  };
  /** Whether an animation is running. */
  window.moving = () => document.getAnimations().some((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < 60000 && one.effect.target?.closest("li"));
  const scrolls = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  /** Whether an element is completely hidden to make room for others. */
  const gaveWay = (element) => {
    const place = element.closest(".yields")?.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return place !== undefined && (left >= place.right || right <= place.left);
  };
  /** Buttons and choices whose text touches their edge or overflows it; an explained word, which has no visible edge, only must not overflow. */
  window.overfull = () => Array.from(document.querySelectorAll("button, .button, label:has([type=radio])")).filter((element) => {
    const room = element.matches("[data-term]") ? -1 : 4;
    const words = document.createRange();
    words.selectNodeContents(element);
    const [box, inner] = [element.getBoundingClientRect(), words.getBoundingClientRect()];
    return shown(element) && inner.width > 1 && (inner.left < box.left + room || inner.right > box.right - room) && !element.querySelector(".unseen");
  }).map((element) => element.outerHTML.slice(0, 120));
  const PLACES = "button, .button, label, [data-label], [data-facts], [data-spot^='seat-']";
  /** Texts of seats that are wider than their line; facts that are completely below it are only read out. */
  const beyond = () => Array.from(document.querySelectorAll("[data-spot^='seat-'] :is(.brass, .strip)")).flatMap((line) => {
    const box = line.getBoundingClientRect();
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const wide = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (!text.data.trim() || !shown(text.parentElement) || text.parentElement.closest(".name, .likeness, .held")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, width } = range.getBoundingClientRect();
      const hidden = width < 1 || top >= box.bottom - 2 || text.parentElement.getBoundingClientRect().width < 1;
      if (!hidden && (left < box.left - 1 || right > box.right + 1))
        wide.push(`"${text.data.trim()}" is ${Math.round(Math.max(box.left - left, right - box.right))} wider than its seat`);
    }
    return wide;
  });
  /** Whether a fact of a seat has no room, and is only read out. */
  const wrapped = (element) => {
    const facts = element.closest("[data-spot^='seat-'] .facts")?.getBoundingClientRect();
    return facts !== undefined && element.getBoundingClientRect().top >= facts.bottom - 2;
  };
  /** Texts that an ellipsis shortens in buttons, labels and seats, or that are wider than their seat. */
  window.cut = () => beyond().concat(Array.from(document.querySelectorAll(PLACES))
    .flatMap((place) => [place, ...place.querySelectorAll("*")])
    .filter((element) => shown(element) && !element.closest(".unseen") && !wrapped(element) && element.clientWidth > 2
      && getComputedStyle(element).textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `"${element.textContent.trim()}" is cut to ${element.clientWidth} of ${element.scrollWidth}: `
      + element.outerHTML.slice(0, 80)));
  /** More characters without a space than a speech balloon has room for. */
  const LONG = /\S{24}/;
  /** A word that is broken in two, which is allowed only for long words and soft hyphens; null if there is none. */
  window.broken = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const { parentElement: parent } = text;
      if (!shown(parent) || parent.closest(".unseen, svg") || parent.getBoundingClientRect().width <= 1) continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}\p{N}\u00ad])\p{L}{2,12}(?![\p{L}\p{N}\u00ad])/gu)) {
        if (LONG.test(text.data.slice(0, index).match(/\S*$/)[0] + text.data.slice(index).match(/^\S*/)[0])) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1) return `"${word}" is broken in ${parent.outerHTML.slice(0, 160)}`;
      }
    }
    return null;
  };
  /** Resolves after the next frame. */
  window.painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  /** An element that makes the page wider than the screen, or is cut off at its edge; null if there is none. */
  window.misfit = () => {
    const width = window.pageWidth;
    const wide = Math.max(document.documentElement.scrollWidth, Math.round(innerWidth));
    if (wide > width) return `${wide} of ${width}`;
    if (moving()) return null;
    const beyond = Array.from(document.querySelectorAll("button, a, input, select, p, h1, h2, h3, li, td, [data-piece]")).filter((element) => {
      const box = element.getBoundingClientRect();
      return shown(element) && box.width > 1 && (box.left < -1 || box.right > width + 1) && !scrolls(element) && !element.closest(".unseen") && !gaveWay(element);
    });
    return beyond.length ? beyond.slice(0, 4).map((element) => element.outerHTML.slice(0, 120)).join("\n") : broken();
  };
})();
