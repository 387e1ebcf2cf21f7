import { join } from "node:path";
import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import type { CommandRun } from "../command.ts";
import { differences } from "../config/show.ts";
import { withSettings } from "../config/open-config.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { type Mask, reportMask } from "../mask.ts";
import { plainText } from "../plain-text.ts";
import { type LookAtSetup, statusText } from "../status/status.ts";
import { type Findings, systemLines } from "./findings.ts";
import { logTail } from "./log-tail.ts";

const mostErrors = 20;

/** `hermes dump`: what helps whoever reads a bug report, as Markdown; with `--bundle` more of it, in a file. */
export function dump(look: LookAtSetup, doctor: CommandRun): CommandRun {
  return async (call) => {
    const report = await look(call);
    if ("kind" in report) return fail(call, report.message, report.exitCode);
    return withSettings(call, async (read) => {
      const mask = reportMask(call.context);
      if (isGiven(call.flags, "bundle")) {
        const { bundle } = await import("./bundle.ts");
        return bundle({ call, report, read }, doctor, mask);
      }
      call.terminal.out(`${mask(summary({ call, report, read }, mask))}\n`);
      return 0;
    });
  };
}

function summary({ call, report, read }: Findings, mask: Mask): string {
  const parts = [
    [say.title, "", say.notice],
    [say.system, "", ...block(systemLines(call))],
    [say.setup, "", ...block([statusText(report).trimEnd()])],
    [say.settings, "", ...block(differences(read))],
    [say.errors, "", ...block(logTail(join(report.home, "logs", "errors.log"), mostErrors, mask))],
  ];
  return parts.map((lines) => lines.join("\n")).join("\n\n");
}

function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [say.none] : ["```", ...lines.map((line) => plainText(line)), "```"];
}
