import { expect, test } from "vitest";
import { hostOf } from "./callLink";

test("the host of a call is shown with its port", () => {
  expect(hostOf("https://Meet.example.org/room?pwd=x#join")).toBe("meet.example.org");
  expect(hostOf("https://meet.example.org:8443/a")).toBe("meet.example.org:8443");
});

test("only a plain https address becomes a link", () => {
  const wrong = [
    "http://x.example",
    "javascript:alert(1)",
    "https://a@x.example",
    "https://999.1.1.1",
    "x.example",
    "https://ex\u0430mple.org",
    "https://x.example/'",
  ];
  for (const call of [null, "", ...wrong]) expect(hostOf(call), String(call)).toBeNull();
});
