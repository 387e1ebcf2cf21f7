import { cliPhrases } from "../text/phrases/cli.ts";
import type { CommandSpec, FlagSpec } from "./command.ts";
import { nameOf } from "./parse.ts";
import { plainLine } from "./plain-text.ts";

type Row = { readonly term: string; readonly text: string };

const widest = 100; // longer lines are hard to read
const narrowest = 40;
const longestTerm = 30;

/** A command that an enabled plugin promises. */
type PluggedCommand = { readonly name: string; readonly summary: string; readonly plugin: string };

/** The help of one level, made from the tables alone. */
export function helpText(
  path: readonly CommandSpec[],
  columns: number,
  plugged: readonly PluggedCommand[] = [],
): string {
  const root = path[0];
  const command = path.at(-1);
  if (root === undefined || command === undefined) return "";
  const width = Math.max(narrowest, Math.min(columns, widest));
  const sections = [
    wrap(usageLine(path, command), width, 2),
    wrap(sentence(command.summary), width, 0),
    section(cliPhrases.commands, command.subcommands.map(commandRow), width),
    section(cliPhrases.pluginCommands, plugged.map(pluggedRow), width),
    command === root
      ? ""
      : section(
          cliPhrases.flags,
          path
            .slice(1)
            .flatMap((part) => part.flags)
            .map(flagRow),
          width,
        ),
    section(cliPhrases.globalFlags, root.flags.filter((flag) => isShown(flag, command === root)).map(flagRow), width),
    wrap(footer(path, command), width, 0),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function usageLine(path: readonly CommandSpec[], command: CommandSpec): string {
  const usage = [cliPhrases.usage, nameOf(path), wordsOf(command), cliPhrases.anyFlags];
  return usage.filter((part) => part !== "").join(" ");
}

function sentence(summary: string): string {
  return summary.endsWith(".") ? summary : `${summary}.`;
}

/** What follows the name: the words it takes, or for a group the command it needs or may do without. */
function wordsOf({ usage, subcommands, load, defaultCommand }: CommandSpec): string {
  if (subcommands.length === 0) return usage;
  return load === null && defaultCommand === undefined ? cliPhrases.anyCommand : cliPhrases.maybeCommand;
}

function isShown(flag: FlagSpec, atRoot: boolean): boolean {
  return atRoot || flag.becomes === undefined;
}

function commandRow(command: CommandSpec): Row {
  return { term: `${command.name} ${wordsOf(command)}`.trimEnd(), text: command.summary.replace(/\.$/, "") };
}

function pluggedRow({ name, summary, plugin }: PluggedCommand): Row {
  return { term: name, text: plainLine(`${summary} (${plugin})`.trim(), 200) };
}

function flagRow(flag: FlagSpec): Row {
  const short = flag.short === undefined ? "    " : `-${flag.short}, `;
  const notes = [
    flag.summary,
    ...(flag.choices === undefined ? [] : [cliPhrases.choices(flag.choices)]),
    ...(flag.kind === "repeatable" ? [cliPhrases.repeatable] : []),
  ];
  return { term: `${short}--${flag.name}${valueOf(flag)}`, text: notes.join("; ") };
}

function valueOf(flag: FlagSpec): string {
  const name = flag.value ?? "VALUE";
  if (flag.kind === "boolean") return "";
  return flag.kind === "optional-value" ? ` [${name}]` : ` ${name}`;
}

function footer(path: readonly CommandSpec[], command: CommandSpec): string {
  const { defaultCommand, subcommands } = command;
  const standIn =
    defaultCommand === undefined
      ? []
      : [cliPhrases.defaultCommand(nameOf([...path, { ...command, name: defaultCommand }]))];
  return [...standIn, ...(subcommands.length > 0 ? [cliPhrases.moreHelp(nameOf(path))] : [])].join(" ");
}

function section(title: string, rows: readonly Row[], width: number): string {
  if (rows.length === 0) return "";
  const indent = 2 + Math.min(longestTerm, Math.max(...rows.map((row) => row.term.length))) + 2;
  const narrow = indent > width / 2; // no room for two columns: the text goes below its term
  return [`${title}:`, ...rows.map((row) => (narrow ? stacked(row, width) : beside(row, indent, width)))].join("\n");
}

function stacked(row: Row, width: number): string {
  return `  ${row.term}\n${wrap(`${" ".repeat(6)}${row.text}`, width, 6)}`;
}

function beside(row: Row, indent: number, width: number): string {
  const term = `  ${row.term}`;
  const start = term.length + 2 > indent ? `${term}\n${" ".repeat(indent)}` : term.padEnd(indent);
  return start + wrap(" ".repeat(indent) + row.text, width, indent).slice(indent);
}

/** Breaks at spaces; leading spaces of the text are kept, further lines begin with `indent` of them. */
function wrap(text: string, width: number, indent: number): string {
  const lead = text.length - text.trimStart().length;
  const lines: string[] = [];
  let line = " ".repeat(lead);
  for (const word of text.trim().split(/ +/)) {
    const fits = line.trim() === "" || line.length + 1 + word.length <= width;
    if (!fits) lines.push(line);
    line = fits ? `${line}${line.trim() === "" ? "" : " "}${word}` : " ".repeat(indent) + word;
  }
  return [...lines, line].join("\n").trimEnd();
}
