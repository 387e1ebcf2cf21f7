import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const memoryWords = new Set(["status", "show", "pending", "approve", "reject"]);

export const modelCommand: SlashCommand = {
  name: "model",
  aliases: [],
  usage: "[model]",
  summary: say.modelSummary,
  busy: "wait",
  run: async (rest, { session, world }) => {
    const { model, provider } = session.info;
    if (rest === "") return said(say.modelIs(model, provider));
    const { ok, text } = await world.switchModel(rest);
    return ok ? said(text) : refusal(text);
  },
};

export const toolsCommand: SlashCommand = {
  name: "tools",
  aliases: [],
  usage: "",
  summary: say.toolsSummary,
  busy: "run",
  run: (_, { session }) => said(say.tools(session.info.toolsets, session.info.tools)),
};

export const skillsCommand: SlashCommand = {
  name: "skills",
  aliases: [],
  usage: "",
  summary: say.skillsSummary,
  busy: "run",
  run: (_, context) => printed(["skills", "list"], context),
};

export const memoryCommand: SlashCommand = {
  name: "memory",
  aliases: [],
  usage: "[show|pending|approve|reject]",
  summary: say.memorySummary,
  busy: "run",
  run: (rest, context) => {
    const words = rest === "" ? ["status"] : rest.split(/\s+/);
    if (!memoryWords.has(words[0] ?? "")) return refusal(say.usage("memory", "[show|pending|approve ID|reject ID]"));
    return printed(["memory", ...words], context);
  },
};

async function printed(words: readonly string[], { world }: SlashContext): Promise<SlashOutcome> {
  const { code, text } = await world.command(words);
  return code === 0 ? said(text) : refusal(text);
}
