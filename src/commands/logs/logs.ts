import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { codeOf } from "../../config/error-code.ts";
import { logsPhrases as say } from "../../text/phrases/logs.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven, numberFlag, textFlag } from "../flag-value.ts";
import { homeOf } from "../home.ts";
import { plainText } from "../plain-text.ts";
import { followFile } from "./follow-file.ts";
import { type LogFilter, momentOf, passes, readLogLine } from "./log-filter.ts";

const usualLines = 50;
const mostRotated = 100;

/** `hermes logs`: the last lines that match, older files included, and with --follow those to come. */
export const logs: CommandRun = async (call) => {
  const { context, positionals, flags, terminal } = call;
  const found = homeOf(context);
  if (found.kind === "problem") return fail(call, found.problem.message, 2);
  const since = textFlag(flags, "since");
  const sinceMs = since === null ? null : momentOf(since, context.clock.now());
  if (since !== null && sinceMs === null) return fail(call, say.badSince(since), 2);
  const filter = { level: textFlag(flags, "level"), session: textFlag(flags, "session"), sinceMs };
  const path = join(found.home.path, "logs", `${positionals[0] ?? "agent"}.log`);
  const show = (line: string): void => terminal.out(`${isGiven(flags, "json") ? line : readable(line)}\n`);
  try {
    const { lines, bytes } = await lastLines(path, numberFlag(flags, "lines") ?? usualLines, filter);
    for (const line of lines) show(line);
    if (isGiven(flags, "follow")) return await follow(call, { path, from: bytes, filter, show });
    if (lines.length === 0) terminal.err(`${existsSync(path) ? say.noMatch : say.none(path)}\n`);
    return 0;
  } catch (error) {
    return fail(call, say.unreadable(path, codeOf(error)), 1);
  }
};

/** Read through once, so that a large log costs time and not memory. */
async function lastLines(path: string, most: number, filter: LogFilter) {
  const found: string[] = [];
  let bytes = 0;
  for (const file of [...rotated(path), path].filter((name) => existsSync(name))) {
    const stream = createReadStream(file);
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (line === "" || !passes(readLogLine(line), filter)) continue;
      found.push(line);
      if (found.length > most) found.shift();
    }
    bytes = stream.bytesRead;
  }
  return { lines: found, bytes: existsSync(path) ? bytes : 0 };
}

/** Oldest first. */
function rotated(path: string): readonly string[] {
  const all = Array.from({ length: mostRotated }, (_, index) => `${path}.${index + 1}`);
  return all.filter((name) => existsSync(name)).toReversed();
}

type Following = {
  readonly path: string;
  readonly from: number;
  readonly filter: LogFilter;
  readonly show: (line: string) => void;
};

async function follow({ context }: CommandCall, { path, from, filter, show }: Following): Promise<number> {
  for await (const line of followFile(path, from, context)) if (passes(readLogLine(line), filter)) show(line);
  return 0;
}

function readable(text: string): string {
  const line = readLogLine(text);
  if (line === null) return plainText(text);
  const fields = Object.entries(line.fields).map(([name, value]) => `${name}=${valueText(value)}`);
  return plainText([line.at, line.level.padEnd(7), line.event, ...fields].join(" "));
}

function valueText(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : (JSON.stringify(value) ?? "");
}
