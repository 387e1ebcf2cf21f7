import { redactSecrets } from "../../safety/redact.ts";
import { quickCommandPhrases as say } from "../../text/phrases/quick-commands.ts";
import { type LineRun, refusal, said, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const limitSeconds = 30;
const mostChars = 4_000;

/** A line of shell the person has put into the settings, in the session's shell and judged as all that runs there. */
export async function runQuickLine(line: string, { runLine }: Pick<SlashContext, "runLine">): Promise<SlashOutcome> {
  if (runLine === undefined) return refusal(say.noShell);
  return told(await runLine(line, limitSeconds * 1_000));
}

function told({ end, output }: LineRun): SlashOutcome {
  const text = shortened(redactSecrets(output).trimEnd());
  const noted = (note: string): SlashOutcome => refusal([text, note].filter((part) => part !== "").join("\n"));
  switch (end.kind) {
    case "exited":
      if (end.code !== 0) return noted(say.exitCode(end.code));
      return said(text === "" ? say.noOutput : text);
    case "timed-out":
      return noted(say.timedOut(limitSeconds));
    case "stopped":
      return noted(say.interrupted);
    case "denied":
      return refusal(say.blocked(end.rule));
    case "not-started":
      return refusal(say.notStarted(end.why));
  }
}

function shortened(text: string): string {
  return text.length <= mostChars
    ? text
    : `${text.slice(0, mostChars).toWellFormed()}\n${say.cut(text.length - mostChars)}`;
}
