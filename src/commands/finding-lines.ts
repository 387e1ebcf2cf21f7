import type { Finding } from "../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { CommandCall } from "./command.ts";
import { plainText } from "./plain-text.ts";

const levels: readonly Finding["level"][] = ["problem", "warning", "ok"];

/** What a doctor found, the worst first. Exit code 1 where something does not work. */
export function printFindings({ terminal, flags }: CommandCall, findings: readonly Finding[]): number {
  const of = (level: Finding["level"]) => findings.filter((finding) => finding.level === level);
  const code = of("problem").length > 0 ? 1 : 0;
  if (flags["json"] === true) {
    terminal.out(`${JSON.stringify(findings, null, 2)}\n`);
    return code;
  }
  const lines = levels.flatMap((level) => of(level).map(lineOf));
  const end = findings.length === 0 ? say.nothingToExamine : say.examined(of("problem").length, of("warning").length);
  terminal.out(`${[...lines, end].map(plainText).join("\n")}\n`);
  return code;
}

function lineOf({ level, about, text }: Finding): string {
  return `${level.padEnd(8)} ${about === "" ? text : `${about}: ${text}`}`;
}
