import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import { compressionLines, type CompressionAnswer } from "../../session/compression-answer.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

const wholeNumber = /^[1-9]\d{0,8}$/;

export const insightsCommand: SlashCommand = {
  name: "insights",
  aliases: [],
  usage: "[days]",
  summary: say.insightsSummary,
  busy: "run",
  run: async (rest, { world }) => {
    if (rest !== "" && !wholeNumber.test(rest)) return refusal(say.badDays);
    const { code, text } = await world.command(["insights", ...(rest === "" ? [] : ["--days", rest])]);
    return code === 0 ? said(text) : refusal(text);
  },
};

export const usageCommand: SlashCommand = {
  name: "usage",
  aliases: [],
  usage: "",
  summary: slashPhrases.usageSummary,
  busy: "run",
  run: async (_, context) => {
    const { usageText } = await import("./usage-text.ts"); // tables: only loaded for whoever wants to see them
    return said((await usageText(context)) ?? slashPhrases.noUsage);
  },
};

export const contextCommand: SlashCommand = {
  name: "context",
  aliases: [],
  usage: "[all]",
  summary: say.contextSummary,
  busy: "run",
  run: async (rest, { session, isBusy }) => {
    if (rest !== "" && rest !== "all") return refusal(say.contextUsage);
    const { context } = session;
    if (context === undefined) return refusal(say.noContext);
    const { contextText } = await import("./context-text.ts");
    const text = contextText(context, session.info.model, rest === "all");
    const ahead = isBusy ? null : ((await session.compress?.({ preview: true })) ?? null);
    return said(ahead?.kind === "preview" ? `${text}\n\n${previewText(ahead)}` : text);
  },
};

function previewText(answer: CompressionAnswer): string {
  return [say.preview, ...compressionLines(answer).map((line) => `  ${line}`)].join("\n");
}
