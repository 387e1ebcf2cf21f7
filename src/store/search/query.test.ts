import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryStore } from "../../../tests/support/temporary-store.ts";
import { indexText } from "../../text/index-text.ts";
import { parseQuery, toFts5 } from "./query.ts";

const measured = ["foo AND", '"open', "a:b", "user@host", "50%", "it's", "x/y.ts", "NOT x", "()", "*", "-foo"];

test("what a person types becomes quoted phrases joined by operators", () => {
  const cases = [
    ["deploy server", '"deploy" AND "server"'],
    ["a OR b NOT c", '"a" OR "b" NOT "c"'],
    ["a AND NOT b", '"a" NOT "b"'],
    ['say "good morning" twice', '"say" AND "good morning" AND "twice"'],
    ["dep* d*", '"dep" * AND "d"'],
    ["AND OR foo AND", '"foo"'],
    ["NOT x", '"x"'],
    ['"open words', '"open" AND "words"'],
    ["登录模块", '"登录 录模 模块"'],
    ["登", '"登" *'],
    ["OAuth服务", '"oauth 服务"'],
    ["＂a＂b* ＯＲ c", '"a" AND "b" OR "c"'], // wide forms are the same characters
    ["(a) ^b {c} +d", '"a" AND "b" AND "c" AND "d"'],
    ["%%% () * \0", ""],
    ["foo\0bar", '"foo" AND "bar"'],
    ["and or", '"and" AND "or"'],
  ];
  expect(cases.map(([raw]) => [raw, toFts5(parseQuery(raw ?? ""))])).toEqual(cases);
});

test("CJK runs become overlapping pairs, everything else one spelling in lower case", () => {
  expect(indexText("ＡＢＣ 登录模块 x")).toBe("abc  登录 录模 模块  x");
  expect(indexText("𠮷野家")).toBe(" 𠮷野 野家 ");
  expect(indexText("ﬁne")).toBe("fine");
});

test("no input whatsoever is an error, with an index or without", { timeout: 30_000 }, async () => {
  using indexed = await temporaryStore();
  using scanned = await temporaryStore({ fullText: "off" });
  const noise = fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .array(
        fc.constantFrom("AND", "OR", "NOT", '"', "*", "(", ")", "登", "foo", ":", "-", "\0", "NEAR(", "^", "＂", "＊"),
      )
      .map((words) => words.join(" ")),
    fc.string({ unit: "grapheme", minLength: 2_000, maxLength: 5_000 }),
    fc.constantFrom(...measured),
  );
  fc.assert(
    fc.property(noise, fc.boolean(), (query, includeTools) => {
      for (const store of [indexed, scanned]) expect(store.search(query, { includeTools }).hits).toEqual([]);
    }),
    { numRuns: 200 },
  );
  for (const query of measured) expect(indexed.search(query).hits).toEqual([]);
  expect(indexed.search("x ".repeat(3_000)).note).toBeNull();
});
