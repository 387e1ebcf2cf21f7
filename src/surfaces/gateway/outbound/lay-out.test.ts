import fc from "fast-check";
import { expect, test } from "vitest";
import type { LengthUnit, Markup, PlatformCapabilities } from "../../../domain/platform.ts";
import { layOut } from "./lay-out.ts";
import { lengthIn } from "./length-in.ts";

const telegram: PlatformCapabilities = { maxLength: 4_096, lengthUnit: "utf16", markup: "telegram-markdown" };
const numbered = { isNumbered: true };

test("[SF-G4] a long answer with a code fence and emoji at the boundaries goes out in whole, balanced parts", () => {
  const code = Array.from({ length: 130 }, (_, line) => `  const value${line} = call("😀", ${line}); // 😀`).join("\n");
  const answer = `${"😀".repeat(2_100)} and then\n\n\`\`\`ts\n${code}\n\`\`\`\nThat is *all*.`;
  expect(answer.length).toBeGreaterThan(9_000);
  for (const markup of ["telegram-markdown", "markdown", "html"] as const) {
    const parts = layOut(answer, { ...telegram, markup }, numbered);
    expect(parts.length).toBeGreaterThan(2);
    for (const { marked, plain } of parts) {
      expect(marked.length).toBeLessThanOrEqual(4_096);
      expect(plain.length).toBeLessThanOrEqual(4_096);
      expect(marked.isWellFormed()).toBe(true);
      expect(marked.split(markup === "html" ? /<\/?pre>/ : "```").length % 2).toBe(1);
    }
    expect(parts.map(({ start, end }) => answer.slice(start, end)).join("")).toBe(answer);
    expect(plainOf(parts)).toBe(plainOf(layOut(answer, { ...telegram, maxLength: 100_000 }, numbered)));
  }
});

test("parts are numbered, on a line of their own below a fence", () => {
  const code = Array.from({ length: 30 }, (_, line) => `line ${line} of the code`).join("\n");
  const parts = layOut(`\`\`\`\n${code}\n\`\`\`\nThe end of it.`, { maxLength: 400, markup: "markdown" }, numbered);
  expect(parts.map(({ marked }) => marked.slice(-9))).toEqual(["```\n(1/2)", "it. (2/2)"]);
});

const markups: readonly Markup[] = ["plain", "markdown", "telegram-markdown", "slack", "html"];
const units: readonly LengthUnit[] = ["codepoint", "utf16", "bytes"];
const rough = fc
  .array(
    fc.oneof(
      fc.constantFrom("**b** ", "`c`", "```js\n", "```\n", "[a](https://b.c)", "# h\n", "&<>.!", "word ", "\n", "😀"),
      fc.string(),
    ),
    { maxLength: 200 },
  )
  .map((all) => all.join(""));

test("what is sent fits, however much longer the markup makes it, with its number and an ending", () => {
  fc.assert(
    fc.property(
      rough,
      fc.record({
        maxLength: fc.integer({ min: 40, max: 900 }),
        lengthUnit: fc.constantFrom(...units),
        markup: fc.constantFrom(...markups),
      }),
      (text, able) => {
        for (const { marked, plain } of layOut(text, able, { isNumbered: true, cursor: " ▉", isOpen: true })) {
          expect(lengthIn(marked, able.lengthUnit)).toBeLessThanOrEqual(able.maxLength);
          expect(lengthIn(plain, able.lengthUnit)).toBeLessThanOrEqual(able.maxLength);
        }
      },
    ),
  );
});

/** All that is said, without what marks the parts. */
function plainOf(parts: readonly { readonly plain: string }[]): string {
  const bare = parts.map(({ plain }) => plain.replace(/\s\(\d\/\d\)$/, "").replaceAll(/^```(?:ts)?$/gm, ""));
  return bare.join("").replaceAll(/\s/g, "");
}
