import { expect, test } from "vitest";
import { withoutSources } from "./rules";

test("rules at a table have neither sources nor the notes on rulings", () => {
  const html =
    "<h2>Auction House</h2>\n<p>For four players.</p>\n<p>The source is <em>his</em> page.</p>\n" +
    '<h3 id="2-the-auction">2 The auction</h3>\n<p>2.2 Call a <em>suit</em>. <em>(Walker; ruling: held or not)</em></p>\n';
  expect(withoutSources(html)).toBe(
    "<h2>Auction House</h2>\n<p>For four players.</p>\n" +
      '<h3 id="2-the-auction">2 The auction</h3>\n<p>2.2 Call a <em>suit</em>.</p>\n',
  );
});
