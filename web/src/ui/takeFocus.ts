import { wasTurnedTo } from "../lib/router";

/** Put on the title of a page: it takes the focus when the page was turned to. */
export function takeFocus(title: HTMLElement): void {
  title.tabIndex = -1;
  if (wasTurnedTo()) title.focus({ preventScroll: true });
}
