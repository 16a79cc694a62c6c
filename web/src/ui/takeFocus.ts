import { wasTurnedTo } from "../lib/router";

/** Used on the title of a page: it gets the focus when the reader came from another page. */
export function takeFocus(title: HTMLElement): void {
  title.tabIndex = -1;
  if (wasTurnedTo()) title.focus({ preventScroll: true });
}
