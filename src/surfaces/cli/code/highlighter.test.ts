import fc from "fast-check";
import { expect, test } from "vitest";
import { blockLines } from "../block-lines.ts";
import { paintOf } from "../theme/paint.ts";
import { builtInThemes } from "../theme/theme.ts";
import { Highlighter } from "./highlighter.ts";

const paint = paintOf(builtInThemes["default"] ?? null);
const escapes = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, "g");
const bare = (lines: readonly string[]): string => lines.join("\n").replaceAll(escapes, "");

async function ready(): Promise<Highlighter> {
  const highlighter = new Highlighter();
  await highlighter.load();
  return highlighter;
}

test("code is coloured by what its parts are, each line for itself", async () => {
  const highlight = (await ready()).with(paint);
  expect(highlight('const a = "x<y";', "ts")).toEqual([`${paint.keyword("const")} a = ${paint.string('"x<y"')};`]);
  expect(highlight("/* one\ntwo */", "js")).toEqual([paint.comment("/* one"), paint.comment("two */")]);
});

test("languages by their everyday names have a grammar; others and none stay as they are", async () => {
  const highlight = (await ready()).with(paint);
  const samples = [
    "ts",
    "js",
    "py",
    "sh",
    "json",
    "yml",
    "html",
    "css",
    "go",
    "rs",
    "java",
    "c",
    "cpp",
    "sql",
    "diff",
    "md",
  ];
  const code = '# "text" 1\n-- x\nif true { return 12; }\n+ <b>\n- y: 1\nselect 1';
  expect(samples.filter((language) => highlight(code, language).join("\n") === code)).toEqual([]);
  expect(highlight("plain 1", "no-such")).toEqual(["plain 1"]);
  expect(highlight("plain 1")).toEqual(["plain 1"]);
});

test("colours add nothing to the code and take nothing away", async () => {
  const highlight = (await ready()).with(paint);
  const text = fc.string({
    unit: fc.constantFrom("a", "1", " ", "\n", '"', "'", "<", ">", "&", "/*", "*/", "{", "你", "#"),
  });
  fc.assert(
    fc.property(text, fc.constantFrom("ts", "python", "html", "bash", "diff"), (code, language) => {
      expect(bare(highlight(code, language))).toBe(code);
    }),
  );
});

test("a block has the same lines before its grammar is there and afterwards", async () => {
  const block = { kind: "text", text: "```ts\nconst long = 'a b c d e f g h i j k l m n o p';\n```" } as const;
  const before = blockLines(block, { width: 30, paint, highlight: new Highlighter().with(paint) });
  const after = blockLines(block, { width: 30, paint, highlight: (await ready()).with(paint) });
  expect(bare(after)).toBe(bare(before));
  expect(after).not.toEqual(before);
});
