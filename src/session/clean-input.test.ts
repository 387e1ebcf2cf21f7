import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanInput } from "./clean-input.ts";

test.each([
  ["<memory-context>\nfact\n</memory-context>\n\nhi", "hi"],
  ["a < Memory-Context >x</ memory-context> b", "a  b"],
  ["a<memory-context>x<memory-context>y</memory-context>b</memory-context>c", "abc"],
  ["open <memory-context> only", "open  only"],
  ["<memory-<memory-context>context>x", "x"],
  [" nothing leaked ", " nothing leaked "],
])("%j is sent as %j", (text, clean) => {
  expect(cleanInput(text)).toBe(clean);
});

test("cleaning again changes nothing", () => {
  const pieces = fc.constantFrom("<memory-context>", "</memory-context>", "<memory-", "context>", "</", "a", "\n");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const clean = cleanInput(parts.join(""));
      expect(cleanInput(clean)).toBe(clean);
    }),
  );
});
