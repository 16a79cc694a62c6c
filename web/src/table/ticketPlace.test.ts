import { expect, test } from "vitest";
import { placeTicket } from "./ticketPlace";

const window = { width: 320, height: 568 };
const ticket = { width: 200, height: 40 };
const limits = { top: 90, gap: 10, edge: 8 };
const rect = (left: number, top: number): DOMRect =>
  ({ left, top, width: 50, height: 70, bottom: top + 70 }) as DOMRect;

test("a ticket is above its card, and points at the middle of it", () => {
  expect(placeTicket(rect(135, 480), ticket, window, limits)).toEqual({
    left: 60,
    top: 430,
    below: false,
    point: 100,
  });
});

test("at an edge of the window the ticket stays inside, and still points at the card", () => {
  expect(placeTicket(rect(0, 480), ticket, window, limits)).toMatchObject({ left: 8, point: 17 });
  expect(placeTicket(rect(270, 480), ticket, window, limits)).toMatchObject({ left: 112, point: 183 });
});

test("a control at the top has its ticket below it, and the line of the turn stays clear", () => {
  expect(placeTicket(rect(135, 100), ticket, window, limits)).toMatchObject({ top: 180, below: true });
  expect(placeTicket(rect(135, 20), ticket, window, limits)).toMatchObject({ top: 100, below: true });
});
