import fc from "fast-check";
import { expect, test } from "vitest";
import { html } from "./html.ts";
import { plain } from "./plain.ts";
import { slack } from "./slack.ts";
import { telegramMarkdown } from "./telegram-markdown.ts";

const sample = [
  "# A **big** title",
  "Some **bold**, *thin* and ~~gone~~ text with `a*b` and [a link](https://x.y/z?a=1&b=2).",
  "> said 2*3*4 < 5 & snake_case_name!",
  "```ts",
  "if (a < b) c = `**x**`;",
  "```",
  "- done.",
].join("\n");

test("each markup says the same in its own way", () => {
  expect({
    plain: plain(sample),
    telegram: telegramMarkdown(sample),
    slack: slack(sample),
    html: html(sample),
  }).toEqual({
    plain: [
      "A big title",
      "Some bold, thin and gone text with `a*b` and a link (https://x.y/z?a=1&b=2).",
      "> said 2*3*4 < 5 & snake_case_name!",
      "```ts",
      "if (a < b) c = `**x**`;",
      "```",
      "- done.",
    ].join("\n"),
    telegram: [
      "*A big title*",
      String.raw`Some *bold*, _thin_ and ~gone~ text with ${"`a*b`"} and [a link](https://x.y/z?a=1&b=2)\.`,
      String.raw`>said 2\*3\*4 < 5 & snake\_case\_name\!`,
      "```ts",
      String.raw`if (a < b) c = ${"\\`"}**x**${"\\`"};`,
      "```",
      String.raw`\- done\.`,
    ].join("\n"),
    slack: [
      "*A big title*",
      "Some *bold*, _thin_ and ~gone~ text with `a*b` and <https://x.y/z?a=1&amp;b=2|a link>.",
      "> said 2*3*4 &lt; 5 &amp; snake_case_name!",
      "```",
      "if (a &lt; b) c = `**x**`;",
      "```",
      "- done.",
    ].join("\n"),
    html: [
      "<b>A big title</b>",
      'Some <b>bold</b>, <i>thin</i> and <s>gone</s> text with <code>a*b</code> and <a href="https://x.y/z?a=1&amp;b=2">a link</a>.',
      "<blockquote>said 2*3*4 &lt; 5 &amp; snake_case_name!</blockquote>",
      '<pre><code class="language-ts">if (a &lt; b) c = `**x**`;</code></pre>',
      "- done.",
    ].join("\n"),
  });
});

test("emphasis around code and emphasis in emphasis are kept, and a mark without its other half is text", () => {
  expect(html("**`x`** and **a *b* c** and **open")).toBe("<b><code>x</code></b> and <b>a <i>b</i> c</b> and **open");
  expect(html("**a `**` b**")).toBe("<b>a <code>**</code> b</b>");
  expect(html("[x](javascript:alert) <b>")).toBe("[x](javascript:alert) &lt;b&gt;");
});

const rough = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "**",
        "*",
        "_",
        "__",
        "~~",
        "`",
        "``",
        "```\n",
        "[a](https://b.c)",
        "# ",
        "> ",
        "\n",
        "&",
        "\\",
        "word",
        " ",
      ),
      fc.string(),
    ),
  )
  .map((all) => all.join(""));

test("no word is lost, whatever the markup", () => {
  fc.assert(
    fc.property(rough, (text) => {
      expect(wordsOf(plain(text))).toBe(wordsOf(text));
      const isFenced = /```|~~~/.test(text); // what stands behind a fence is no word, but a language
      if (!isFenced) expect(wordsOf(telegramMarkdown(text))).toBe(wordsOf(text));
    }),
  );
});

test("what was text cannot become a tag", () => {
  fc.assert(
    fc.property(rough, (text) => {
      const bare = html(text).replaceAll(/<\/?(?:b|i|s|code|pre|blockquote|a)(?: (?:href|class)="[^"<>]*")?>/g, "");
      expect(bare).not.toMatch(/[<>]/);
    }),
  );
});

test("Telegram finds every sign escaped or paired", () => {
  fc.assert(
    fc.property(rough, (text) => {
      const bare = telegramMarkdown(text)
        .replaceAll(/\\[^]/g, "x")
        .replaceAll(/```[^`]*```/g, "")
        .replaceAll(/`[^`\n]+`/g, "")
        .replaceAll(/\[[^[\]]*\]\([^()]*\)/g, "");
      expect(bare).not.toMatch(/[`[\](){}#+\-=|.!\\]/);
      for (const line of bare.split("\n")) expect(unpaired(line.replace(/^>/, ""))).toEqual([]);
    }),
  );
});

test("hostile lines take time by their length only", () => {
  const size = 200_000;
  const began = performance.now();
  for (const piece of ["**a ", "*", "_a ", "[", "[a](", "~~a **b _c ", "`", "a `` b "])
    html(piece.repeat(size / piece.length));
  expect(performance.now() - began).toBeLessThan(20_000);
});

function wordsOf(text: string): string {
  return (text.match(/[a-zA-Z0-9]+/g) ?? []).join("");
}

/** Marks of emphasis that are left open in a line, when each is closed by the same one, last in first out. */
function unpaired(line: string): readonly string[] {
  const open: string[] = [];
  for (const sign of line.match(/[*_~]/g) ?? []) {
    if (open.at(-1) === sign) open.pop();
    else open.push(sign);
  }
  return open;
}
