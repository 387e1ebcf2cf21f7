import type { SyntaxNode } from "unbash";
import { foldersIn } from "../shell/folders.ts";
import { readings } from "../shell/normalise.ts";
import { commandsOf, textOfWord } from "../shell/parse-shell.ts";
import { readShell, type ShellReading } from "../shell/simple-commands.ts";
import { floorRules } from "./floor-rules.ts";

export type FloorHit = { readonly rule: string; readonly description: string };

const longest = 128_000;
const longestUnbroken = 4_096;

/** What no flag and no person allows, in any reading of the text. Null: nothing of that kind was found. */
export async function hardFloor(command: string, cwd: string, userHome: string): Promise<FloorHit | null> {
  if (tooLargeToRead(command)) {
    return { rule: "parser-limit", description: "too long to be checked; write it to a script file and run that" };
  }
  for (const text of readings(command)) {
    const reading = await readShell(text);
    const hit = floorHit(text, reading.kind === "read" ? hereOnly(reading) : reading, cwd, userHome);
    if (hit !== null) return hit;
  }
  return null;
}

/** More than the grammar is given. Such a text belongs into a script file. */
export function tooLargeToRead(command: string): boolean {
  return command.length > longest || command.split(/[\s;&|]/).some((word) => word.length > longestUnbroken);
}

/** The floor is about this machine. What runs in a container or on another one is for a person to decide. */
function hereOnly(reading: Extract<ShellReading, { kind: "read" }>): ShellReading {
  return { ...reading, commands: reading.commands.filter(({ elsewhere }) => !elsewhere) };
}

export function floorHit(text: string, reading: ShellReading, cwd: string, userHome: string): FloorHit | null {
  if (reading.kind === "unreadable") return textFloor(text);
  const { commands, nodes, unread } = reading;
  if (nodes.some(isForkBomb)) return { rule: "fork-bomb", description: "a function that multiplies itself" };
  const place = { cwds: foldersIn(commands, cwd, userHome), userHome };
  const rule = floorRules.find(({ hits }) => commands.some((command) => hits(command, place)));
  if (rule !== undefined) return { rule: rule.id, description: rule.description };
  return unread.map((part) => textFloor(part.text)).find((hit) => hit !== null) ?? null;
}

/** A function that calls itself in a pipe or in the background. */
function isForkBomb(node: SyntaxNode): boolean {
  if (node.type !== "Function") return false;
  const name = textOfWord(node.name);
  const inner = descendants(node.body);
  const calls = commandsOf(inner).filter((command) => textOfWord(command.name) === name).length;
  const spreads = inner.some((one) => one.type === "Pipeline" || (one.type === "Statement" && one.background === true));
  return calls > 0 && spreads;
}

function descendants(node: SyntaxNode): readonly SyntaxNode[] {
  switch (node.type) {
    case "BraceGroup":
    case "Subshell":
      return [node, ...descendants(node.body)];
    case "Redirected":
    case "Statement":
      return [node, ...descendants(node.command)];
    case "While":
    case "For":
      return [node, ...descendants(node.body)];
    case "If":
      return [node, ...[node.clause, node.then, ...(node.else === undefined ? [] : [node.else])].flatMap(descendants)];
    case "CompoundList":
    case "AndOr":
    case "Pipeline":
      return [node, ...node.commands.flatMap(descendants)];
    default:
      return [node];
  }
}

const textRules: readonly (readonly [RegExp, string])[] = [
  [/\brm\b[^;&|\n]{0,200}\s-\w*r[^;&|\n]{0,200}\s["']?(?:\/|~|\$\{?HOME\}?)["']?(?:[\s/*.;&|)"'`]|$)/i, "delete-root"],
  [/(?:^|[\s;&|(`/])mkfs(?:\.\w+)?\s/, "format"],
  [/\bof=\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk)|>\s{0,4}\/dev\/(?:sd|hd|nvme|vd|xvd|mmcblk|disk)/, "raw-disk"],
  [/(\S{1,32})\s{0,4}\(\)\s{0,4}\{[^}]{0,100}\1\s{0,4}\|\s{0,4}\1/, "fork-bomb"],
  [/(?:^|[;&|(`\n]|\bsudo)\s{0,8}(?:shutdown|reboot|halt|poweroff)\b/, "shutdown"],
];

/** For text that does not parse: the same dangers by their looks, rather once too often. */
function textFloor(text: string): FloorHit | null {
  const found = textRules.find(([pattern]) => pattern.test(text));
  return found === undefined ? null : { rule: found[1], description: "it looks like this and could not be parsed" };
}
