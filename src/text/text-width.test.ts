import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitWidth, padEndTo, padStartTo, textWidth } from "./text-width.ts";

const samples = [
  "plain",
  "部署",
  "가나다",
  "🚀",
  "👩‍👩‍👧",
  "é",
  "e\u0301",
  "Ünïcode",
  "ｆｕｌｌ",
  "⚠️",
  "—",
  "█▌▁",
  "🇩🇪",
  "",
];

test("a text is as wide as the screen library says", () => {
  expect(samples.map(textWidth)).toEqual(samples.map((text) => visibleWidth(text)));
});

const words = fc.array(fc.constantFrom(...samples, " ", "a")).map((parts) => parts.join(""));

test("what is fitted never takes more columns, what is padded exactly as many", () => {
  fc.assert(
    fc.property(words, fc.nat({ max: 30 }), (text, columns) => {
      const fitted = fitWidth(text, columns);
      expect(textWidth(fitted)).toBeLessThanOrEqual(columns);
      expect([padEndTo(fitted, columns), padStartTo(fitted, columns)].map(textWidth)).toEqual([columns, columns]);
    }),
  );
});
