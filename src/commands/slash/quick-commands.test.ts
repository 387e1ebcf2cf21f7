import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import type { SlashContext } from "./slash-command.ts";
import { quickCommands, type QuickSettings } from "./quick-commands.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";

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

const runLine: SlashContext["runLine"] = async (line) => ({
  end: { kind: "exited", code: 0 },
  output: `ran ${line}\n`,
});

test("quick commands run and stand for others; one that means itself by a shorter or larger name ends all the same", async () => {
  const settings = {
    foo: alias("fo"),
    aa: alias("BB"),
    BB: alias("AA"),
    pick: alias("/model good"),
    day: { type: "exec", command: "date" },
  } as const;
  const { commands: quick } = quickCommands(settings, slashCommands);
  const plain = await slashWorld({ commands: [...slashCommands, ...quick] });
  const context = { ...plain, runLine };
  expect(await runSlash("/pick", context)).toEqual({ kind: "said", text: "switched to good" });
  expect(await runSlash("/day", context)).toEqual({ kind: "said", text: "ran date" });
  expect(await runSlash("/day", plain)).toMatchObject({ kind: "refused" });
  for (const typed of ["/foo", "/aa", "/bb"]) expect(await runSlash(typed, context)).toMatchObject({ kind: "refused" });
});
