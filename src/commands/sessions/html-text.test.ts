import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlOf } from "./html-text.ts";

test.each([
  ["one\ntwo\n\nthree", "<p>one<br>two</p>\n<p>three</p>"],
  ["# Head\ntext", "<h3>Head</h3>\n<p>text</p>"],
  ["- a\n- **b**\n1. c", "<ul><li>a</li><li><strong>b</strong></li><li>1. c</li></ul>"],
  ["```ts\na < b\n\n# no head\n```\nend", "<pre><code>a &lt; b\n\n# no head</code></pre>\n<p>end</p>"],
  ["```\nnever closed", "<pre><code>never closed</code></pre>"],
  ["say `<b>` and <b>", "<p>say <code>&lt;b&gt;</code> and &lt;b&gt;</p>"],
])("%j becomes %j", (text, html) => expect(htmlOf(text)).toBe(html));

const tags = /<\/?(?:p|br|h3|ul|li|pre|code|strong)>/g;

test("no text becomes markup of its own", () => {
  const piece = fc.constantFrom(
    "<script>",
    "</p>",
    '"',
    "'",
    "&",
    "`",
    "**",
    "```",
    "\n",
    "- ",
    "# ",
    "x",
    "<img src=x>",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      expect(htmlOf(parts.join("")).replaceAll(tags, "")).not.toMatch(/[<>"']/);
    }),
  );
});
