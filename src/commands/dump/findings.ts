import { release } from "node:os";
import type { CommandCall } from "../command.ts";
import type { ReadConfig } from "../config/open-config.ts";
import type { SetupReport } from "../status/setup-report.ts";

/** What a dump is made of, before it is masked. */
export type Findings = { readonly call: CommandCall; readonly report: SetupReport; readonly read: ReadConfig };

/** One file of a bundle, and what it is, for whoever opens it. */
export type Part = { readonly name: string; readonly about: string; readonly text: string };

export function systemLines({ context }: CommandCall): readonly string[] {
  const { node, sqlite = "" } = process.versions;
  const { env } = context;
  return [
    `hermes ${context.version}, Node.js ${node}, SQLite ${sqlite}`,
    `${process.platform} ${process.arch} ${release()}`,
    `TERM=${env["TERM"] ?? ""} LANG=${env["LANG"] ?? ""} SHELL=${env["SHELL"] ?? ""}`,
  ];
}
