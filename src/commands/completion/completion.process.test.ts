import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandTree } from "../../app/command-tree.ts";
import type { CommandSpec } from "../command.ts";
import { parse } from "../parse.ts";
import { bashScript } from "./bash-script.ts";
import { completionNodes } from "./completion-nodes.ts";
import { fishScript } from "./fish-script.ts";
import { zshScript } from "./zsh-script.ts";

const nodes = completionNodes(commandTree(process));
const script = bashScript(nodes);

/** What bash offers for the last word, the line cut where bash cuts it: at spaces and around equals signs. */
function offered(...words: readonly string[]): readonly string[] {
  const line = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hermes; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = ["--norc", "-c", `eval "$(cat)"; ${line}`, "bash", "hermes", ...words];
  return execFileSync("bash", shell, { input: script, encoding: "utf8" }).split("\n").filter(Boolean);
}

test.each<[string, readonly string[], readonly string[]]>([
  ["the beginning of a command", ["promp"], ["prompt-size"]],
  ["a subcommand", ["config", "s"], ["show", "set", "schema"]],
  ["nothing below a command that takes text", ["config", "get", "s"], []],
  ["the values a flag may have", ["run", "--output-format", ""], ["text", "json", "stream-json"]],
  ["them after an equals sign too", ["run", "--output-format", "=", "s"], ["stream-json"]],
  ["them right after the equals sign", ["run", "--input-format", "="], ["text", "stream-json"]],
  ["the values of an argument", ["completion", "z"], ["zsh"]],
  ["flags of the subcommand", ["config", "get", "--re"], ["--reveal"]],
  ["flags of every command", ["config", "get", "--prof"], ["--profile"]],
  ["flags of the chat where no command is named", ["--add"], ["--add-dir"]],
  ["nothing for a value nobody knows", ["--profile", "con"], []],
  ["commands behind a flag's value that looks like one", ["--profile", "config", "sess"], ["sessions"]],
  ["nothing for a word there is none for", ["zzz"], []],
])("bash is offered %s", (_name, words, expected) => {
  expect(offered(...words)).toEqual(expected);
});

test("every command of the tree is offered, and the parser takes it", () => {
  for (const { path, commands } of nodes.filter((node) => node.commands.length > 0)) {
    const words = path.split(" ").slice(1);
    expect(offered(...words, "")).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
    expect(parse(commandTree(process), [...words, "--help"])).toMatchObject({ kind: "help" });
  }
});

test("a folder is offered where a flag wants one", () => {
  expect(offered("run", "--in", "/usr/bi")).toContain("/usr/bin");
});

const tiny: CommandSpec = {
  name: "hermes",
  summary: "",
  usage: "",
  flags: [{ name: "profile", short: "p", kind: "value", value: "NAME", summary: "use this 'profile'" }],
  load: null,
  subcommands: [
    {
      name: "logs",
      summary: "It's what happened",
      usage: "[which]",
      choices: ["agent", "errors"],
      flags: [
        { name: "level", kind: "value", choices: ["info", "error"], summary: "at least" },
        { name: "to", kind: "value", value: "FILE", summary: "where to" },
        { name: "follow", short: "f", kind: "boolean", summary: "go on" },
      ],
      subcommands: [],
      load: null,
    },
  ],
};

test("zsh gets the same tree, quoted so that no text ends a word", () => {
  expect(zshScript(completionNodes(tiny))).toMatchSnapshot();
});

test("fish gets the same tree, quoted so that no text ends a word", () => {
  expect(fishScript(completionNodes(tiny))).toMatchSnapshot();
});

test("quotes are balanced in every line of all scripts", () => {
  const lines = [zshScript(nodes), fishScript(nodes)].flatMap((text) => text.split("\n"));
  expect(lines.length).toBeGreaterThan(300);
  expect(lines.filter((line) => !line.startsWith("#") && unescaped(line) % 2 === 1)).toEqual([]);
});

function unescaped(line: string): number {
  return line.replaceAll(/\\['\\]/g, "").split("'").length - 1;
}
