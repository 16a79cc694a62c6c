import { expect, test } from "vitest";
import { bytes, text } from "./passkeys";

test("bytes become base64url and are the same again", () => {
  for (const length of [0, 1, 2, 3, 32, 255]) {
    const some = Uint8Array.from({ length }, (_, at) => (at * 7 + 250) % 256);
    const encoded = text(some.buffer);
    expect(encoded).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(bytes(encoded)).toEqual(some);
  }
});
