import { readFileSync, statSync } from "node:fs";
import { homedir, release } from "node:os";
import { join } from "node:path";
import { redactSecrets } from "../../safety/redact.ts";
import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { differences } from "../config/show.ts";
import { withSettings } from "../config/open-config.ts";
import { fail } from "../fail.ts";
import { plainLine, plainText } from "../plain-text.ts";
import { type LookAtSetup, statusText } from "../status/status.ts";

const mostErrors = 20;
const longestLine = 400;
const tailBytes = 65_536;

/** `hermes dump`: what helps whoever reads a bug report, as Markdown. */
export function dump(look: LookAtSetup): CommandRun {
  return async (call) => {
    const report = await look(call);
    if ("kind" in report) return fail(call, report.message, report.exitCode);
    return withSettings(call, async (read) => {
      const parts = [
        [say.title, "", say.notice],
        [say.system, "", ...block(systemLines(call))],
        [say.setup, "", ...block([statusText(report).trimEnd()])],
        [say.settings, "", ...block(differences(read))],
        [say.errors, "", ...block(lastErrors(report.home))],
      ];
      call.terminal.out(`${anonymous(parts.map((lines) => lines.join("\n")).join("\n\n"), call)}\n`);
      return 0;
    });
  };
}

function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [say.none] : ["```", ...lines.map((line) => plainText(line)), "```"];
}

function systemLines({ context }: CommandCall): readonly string[] {
  const { node, sqlite = "" } = process.versions;
  const { env } = context;
  return [
    `hermes ${context.version}, Node.js ${node}, SQLite ${sqlite}`,
    `${process.platform} ${process.arch} ${release()}`,
    `TERM=${env["TERM"] ?? ""} LANG=${env["LANG"] ?? ""} SHELL=${env["SHELL"] ?? ""}`,
  ];
}

function lastErrors(home: string): readonly string[] {
  const path = join(home, "logs", "errors.log");
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return [];
  const text = readFileSync(path).subarray(-tailBytes).toString("utf8");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.slice(-mostErrors).map((line) => plainLine(line, longestLine));
}

/** Redacted once more as a whole, and without the name of the person that stands in their paths. */
function anonymous(text: string, { context }: CommandCall): string {
  const userHome = context.env["HOME"] ?? homedir();
  return redactSecrets(userHome.length > 1 ? text.replaceAll(userHome, "~") : text);
}
