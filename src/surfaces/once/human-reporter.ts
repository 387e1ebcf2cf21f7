import type { AgentEvent } from "../../domain/event.ts";
import { plainLine, plainText } from "../../commands/plain-text.ts";
import { calm, reduceStatus, statusLineOf, type StatusLine } from "../../session/status-lines.ts";
import { cliPhrases } from "../../text/phrases/cli.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { secondsText } from "../../text/seconds-text.ts";
import type { Reporter } from "./reporter.ts";
import type { ResultObject } from "./result-object.ts";

export type Loudness = "quiet" | "normal" | "verbose";

const longestLine = 160;

/** Lines for people on stderr. Trouble that passed is not worth a line: retries are held back until the turn fails. */
export function humanReporter(write: (text: string) => void, loudness: Loudness): Reporter {
  let status = calm;
  const say = (line: string): void => {
    if (loudness !== "quiet") write(`${plainLine(line, longestLine)}\n`);
  };
  const news = (event: AgentEvent): readonly StatusLine[] => {
    const { state, lines } = reduceStatus(status, event);
    status = state;
    return lines.filter((line) => !line.terminal); // finish() has the ending
  };

  const hear = (event: AgentEvent): void => {
    const line = toolText(event) ?? (loudness === "verbose" ? detailText(event) : null);
    if (line !== null) say(line);
    const lines = loudness === "verbose" ? [statusLineOf(event)].filter((each) => each !== null) : news(event);
    for (const { kind, message } of lines) say(kind === "warn" ? oncePhrases.warning(message) : message);
  };

  return {
    begin: (info) => {
      if (loudness === "verbose") say(oncePhrases.sessionLine(info.model, info.provider, info.sessionId));
      if (loudness === "verbose" && info.cache !== "") say(info.cache);
    },
    asked: () => undefined,
    event: hear,
    question: (question) => say(oncePhrases.question(question.text)),
    notice: (level, text) => say(level === "warning" ? oncePhrases.warning(text) : text),
    finish: (result) => {
      if (result.error !== null) return write(cliPhrases.error(plainText(result.error.message).trim()));
      const line = endText(result);
      if (line !== null) say(line);
      if (loudness === "verbose") say(usageText(result));
    },
  };
}

function toolText(event: AgentEvent): string | null {
  switch (event.type) {
    case "tool.started":
      return oncePhrases.toolStarted(event.call.function.name, event.preview);
    case "tool.finished":
      return event.ok ? null : oncePhrases.toolFailed(event.result.name, secondsText(event.durationMs));
    case "approval.decided":
      if (event.decision === "allow") return null;
      return oncePhrases.approvalDenied(event.tool, event.rule, event.preview);
    default:
      return null;
  }
}

function detailText(event: AgentEvent): string | null {
  switch (event.type) {
    case "tool.progress":
      return oncePhrases.toolProgress(event.note);
    case "tool.finished":
      return oncePhrases.toolFinished(event.result.name, secondsText(event.durationMs));
    case "subagent.changed":
      return event.phase === "text" ? null : oncePhrases.subagent(event.phase, event.goal, event.note);
    default:
      return null;
  }
}

function endText(result: ResultObject): string | null {
  switch (result.subtype) {
    case "max_turns":
    case "budget":
    case "truncated":
      return oncePhrases.limitReached([result.exit_reason, result.exit_detail ?? ""].join(" ").trim());
    case "interrupted":
      return oncePhrases.interrupted;
    default:
      return null;
  }
}

function usageText({ usage }: ResultObject): string {
  const cached = usage.cache_read_tokens;
  return oncePhrases.usageLine(usage.input_tokens + cached + usage.cache_write_tokens, usage.output_tokens, cached);
}
