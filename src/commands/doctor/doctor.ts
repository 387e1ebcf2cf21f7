import { doctorPhrases } from "../../text/phrases/doctor.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { isGiven } from "../flag-value.ts";
import { checks } from "./checks.ts";
import { type Diagnosis, runChecks } from "./run-checks.ts";
import type { DoctorWorld } from "./world.ts";

/** `hermes doctor`: exit code 1 when a check failed, 0 otherwise; warnings fail nothing. */
export function doctor(openWorld: (call: CommandCall) => Promise<DoctorWorld>): CommandRun {
  return async (call) => {
    const { flags, terminal, context } = call;
    const treatment = { fix: isGiven(flags, "fix"), live: isGiven(flags, "live") };
    const diagnoses = await runChecks(checks, await openWorld(call), treatment, context.signal);
    const failures = diagnoses.filter(({ status }) => status === "failed").length;
    terminal.out(isGiven(flags, "json") ? asJson(diagnoses, failures) : asText(diagnoses, failures));
    return failures === 0 ? 0 : 1;
  };
}

function asJson(diagnoses: readonly Diagnosis[], failures: number): string {
  return `${JSON.stringify({ ok: failures === 0, checks: diagnoses }, null, 2)}\n`;
}

function asText(diagnoses: readonly Diagnosis[], failures: number): string {
  const lines = diagnoses.flatMap(({ id, status, detail, fixed, done }) => [
    [doctorPhrases.status[fixed ? "fixed" : status].padEnd(8), doctorPhrases.title[id] ?? id, detail]
      .map((part, column) => (column === 1 ? part.padEnd(12) : part))
      .join(" "),
    ...done.map((line) => `${" ".repeat(22)}${line}`),
  ]);
  return `${[...lines, "", doctorPhrases.summary(failures)].join("\n")}\n`;
}
