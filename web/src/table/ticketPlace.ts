// Position of a ticket at the control that it explains, in pixels of the window.

interface Size {
  width: number;
  height: number;
}

export interface TicketPlace {
  left: number;
  top: number;
  /** Whether the ticket is below its control. */
  below: boolean;
  /** Position of its point, from its own left edge. */
  point: number;
}

export interface Limits {
  /** Lower edge of the line above the table, which stays clear. */
  top: number;
  gap: number;
  edge: number;
}

/** Above the control if there is room below the line, otherwise below the control; always within the window. */
export function placeTicket(
  at: DOMRect,
  ticket: Size,
  window: Size,
  { top, gap, edge }: Limits,
): TicketPlace {
  const centre = at.left + at.width / 2;
  const left = clamp(centre - ticket.width / 2, edge, window.width - edge - ticket.width);
  const above = at.top - gap - ticket.height;
  const below = above < top + edge;
  const lowest = window.height - edge - ticket.height;
  return {
    left,
    top: below ? Math.max(top + edge, Math.min(at.bottom + gap, lowest)) : above,
    below,
    point: clamp(centre - left, 14, ticket.width - 14),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
