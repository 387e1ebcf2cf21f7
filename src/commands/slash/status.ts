import type { SessionRow } from "../../store/store.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { plainLine } from "../plain-text.ts";
import { lastExchange } from "./transcript.ts";
import { said, type SlashCommand, type SlashContext } from "./slash-command.ts";

export const statusCommand: SlashCommand = {
  name: "status",
  aliases: [],
  usage: "",
  summary: say.statusSummary,
  busy: "run",
  run: (_, context) => {
    const { info, approvals } = context.session;
    const row = rowOf(context);
    const lines = [
      say.sessionIs(info.sessionId, row?.title ?? null),
      say.modelIs(info.model, info.provider),
      say.folderIs(info.cwd),
      say.runningState(context.isBusy),
      say.approvals(approvals.mode, approvals.edits, approvals.grants),
      ...(info.cache === "" ? [] : [info.cache]),
      ...(row === null ? [] : [usageText(row, context.session.cost?.spentUsd ?? null)]),
      ...(row === null ? [] : recapOf(context)),
    ];
    return said(lines.join("\n"));
  },
};

/** Where the conversation stands, in two lines. */
function recapOf({ store, session }: SlashContext): readonly string[] {
  const { question, answer } = lastExchange(store.sessions.history(session.info.sessionId));
  return [
    ...(question === "" ? [] : [say.lastQuestion(plainLine(question, 160))]),
    ...(answer === "" ? [] : [say.lastAnswer(plainLine(answer, 160))]),
  ];
}

function rowOf({ store, session }: SlashContext): SessionRow | null {
  return store.sessions.get(session.info.sessionId);
}

function usageText(row: SessionRow, costUsd: number | null): string {
  const { input_tokens: fresh, cache_read_tokens: cached, cache_write_tokens: written } = row;
  const prompt = fresh + cached + written;
  const share = prompt === 0 ? 0 : Math.round((100 * cached) / prompt);
  return say.usageIs({
    calls: row.api_call_count,
    tools: row.tool_call_count,
    prompt,
    output: row.output_tokens,
    share,
    costUsd,
    compressions: row.compression_count,
  });
}
