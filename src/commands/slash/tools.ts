import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { deferredLines, deferredNames } from "./deferred-lines.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const usage = "[list|enable|disable] [name…] [--now]";

/** What is switched holds from the next session on; `--now` gives this one another list too. */
export const toolsCommand: SlashCommand = {
  name: "tools",
  aliases: [],
  usage,
  summary: say.toolsSummary,
  busy: "wait",
  run: (rest, context) => {
    const [verb = "list", ...words] = rest.split(/\s+/).filter((word) => word !== "");
    const isNow = words.includes("--now");
    const names = words.filter((word) => word !== "--now");
    const hasFlag = names.some((name) => name.startsWith("-"));
    if (verb === "list" && words.length === 0) return said(listed(context));
    if ((verb !== "enable" && verb !== "disable") || names.length === 0 || hasFlag)
      return refusal(say.usage("tools", usage));
    return switched({ verb, names, isNow }, context);
  },
};

function listed({ session }: SlashContext): string {
  const { toolsets, tools, deferredTools } = session.info;
  return [say.tools(toolsets, tools), ...deferredLines(session.context), ...deferredNames(deferredTools)].join("\n");
}

type Wish = { readonly verb: "enable" | "disable"; readonly names: readonly string[]; readonly isNow: boolean };

async function switched({ verb, names, isNow }: Wish, { world }: SlashContext): Promise<SlashOutcome> {
  const stored = await world.command(["tools", verb, ...names]);
  if (stored.code !== 0) return refusal(stored.text);
  if (!isNow) return said(stored.text);
  if (world.switchTools === undefined) return refusal(`${stored.text}\n${say.toolsStay}`);
  const end = await world.switchTools(names, verb === "enable");
  const line =
    end.kind === "changed" ? say.toolsChanged(end.change) : end.kind === "same" ? say.toolsSame : end.message;
  return (end.kind === "refused" ? refusal : said)(`${stored.text}\n${line}`);
}
