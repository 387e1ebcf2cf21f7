import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { deferredLines } from "./deferred-lines.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const memoryWords = new Set(["status", "show", "pending", "approve", "reject"]);

export const toolsetsCommand = listed("toolsets", say.toolsetsSummary, ["tools", "list"]);

export const skillsCommand = listed("skills", say.skillsSummary, ["skills", "list"]);

export const pluginsCommand = listed("plugins", say.pluginsSummary, ["plugins", "list"]);

export const profileCommand = listed("profile", say.profileSummary, ["profile", "show"]);

/** What is configured, and how the servers of this session are doing. */
export const mcpCommand: SlashCommand = {
  name: "mcp",
  aliases: [],
  usage: "",
  summary: say.mcpSummary,
  busy: "run",
  run: async (rest, { world, session }) => {
    if (rest !== "") return refusal(say.takesNothing("mcp"));
    const { code, text } = await world.command(["mcp", "list"]);
    if (code !== 0) return refusal(text);
    const states = (session.info.mcpServers ?? []).map(({ name, status }) => say.serverIs(name, status));
    const here = states.length === 0 ? [] : [say.serversHere, ...states, ...deferredLines(session.context)];
    return said([text, ...here].join("\n"));
  },
};

export const configCommand: SlashCommand = {
  name: "config",
  aliases: [],
  usage: "[key]",
  summary: say.configSummary,
  busy: "run",
  run: (rest, context) => {
    if (rest === "") return printed(["config", "show"], context);
    return /^[\w.-]+$/.test(rest) && !rest.startsWith("-")
      ? printed(["config", "get", rest], context)
      : refusal(say.usage("config", "[key]"));
  },
};

export const versionCommand: SlashCommand = {
  name: "version",
  aliases: [],
  usage: "",
  summary: say.versionSummary,
  busy: "run",
  run: (_, { session }) => said(say.versions(session.info.version, process.versions, process.platform, process.arch)),
};

export const memoryCommand: SlashCommand = {
  name: "memory",
  aliases: [],
  usage: "[show|pending|approve|reject] [id|all]",
  summary: say.memorySummary,
  busy: "run",
  run: (rest, context) => {
    const words = rest === "" ? ["status"] : rest.split(/\s+/);
    if (!memoryWords.has(words[0] ?? "")) return refusal(say.usage("memory", "[show|pending|approve ID|reject ID]"));
    return printed(["memory", ...words], context);
  },
};

/** A command that prints what a subcommand of the program lists. */
function listed(name: string, summary: string, words: readonly string[]): SlashCommand {
  return {
    name,
    aliases: [],
    usage: "",
    summary,
    busy: "run",
    run: (rest, context) => (rest === "" ? printed(words, context) : refusal(say.takesNothing(name))),
  };
}

async function printed(words: readonly string[], { world }: SlashContext): Promise<SlashOutcome> {
  const { code, text } = await world.command(words);
  return code === 0 ? said(text) : refusal(text);
}
