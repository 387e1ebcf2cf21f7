import { expect, test } from "vitest";
import { quickCommands, type QuickSettings } from "./quick-commands.ts";
import { slashCommands } from "./registry.ts";

const read = (settings: QuickSettings) => {
  const { commands, problems } = quickCommands(settings, slashCommands);
  return { names: commands.map(({ name }) => name), problems };
};
const alias = (target: string) => ({ type: "alias", target }) as const;
const exec = { type: "exec", command: "date" } as const;

test("a command, an alias of a built-in and an alias of a command are taken", () => {
  const settings = { now: exec, h: alias("/help"), later: alias("now") };
  expect(read(settings)).toEqual({ names: ["now", "h", "later"], problems: [] });
});

test.each<[string, QuickSettings, RegExp]>([
  ["a built-in's name", { Help: exec }, /\/Help exists already/],
  ["a built-in's other name", { quit: alias("help") }, /\/quit exists already/],
  ["no name", { "rm -rf": exec }, /a name is letters/],
  ["a circle of one", { a: alias("a") }, /a -> a leads in a circle/],
])("%s is refused", (_name, settings, message) => {
  const { names, problems } = read(settings);
  expect(names).toEqual([]);
  expect(problems.join("\n")).toMatch(message);
});

test("a circle takes out everybody who leads into it", () => {
  const { names, problems } = read({ a: alias("b"), b: alias("c"), c: alias("b"), d: exec });
  expect([names, problems.length]).toEqual([["d"], 3]);
});

test("five hops are allowed, six are not", () => {
  const chain = { a1: alias("a2"), a2: alias("a3"), a3: alias("a4"), a4: alias("a5"), a5: alias("a6"), a6: exec };
  expect(read(chain).problems).toEqual([]);
  expect(read({ a0: alias("a1"), ...chain }).problems).toEqual([
    "quick_commands.a0: leads over more than 5 other commands",
  ]);
});
