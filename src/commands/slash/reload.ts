import type { ToolChange } from "../../session/late-tools.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { sureWords } from "./confirm.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

export const reloadMcpCommand = rescan("reload-mcp", say.reloadMcpSummary, async (isSure, context) => [
  await serversAgain(isSure, context),
]);

export const reloadSkillsCommand = rescan("reload-skills", say.reloadSkillsSummary, async (_, context) => [
  skillsAgain(context),
]);

export const reloadCommand = rescan("reload", say.reloadSummary, async (isSure, context) => [
  skillsAgain(context),
  await serversAgain(isSure, context),
]);

type Work = (isSure: boolean, context: SlashContext) => Promise<readonly string[]>;

function rescan(name: string, summary: string, work: Work): SlashCommand {
  return {
    name,
    aliases: [],
    usage: "[--yes]",
    summary,
    busy: "wait",
    run: async (rest, context): Promise<SlashOutcome> => {
      const { words, isSure } = sureWords(rest);
      if (words !== "") return refusal(say.usage(name, "[--yes]"));
      return said((await work(isSure, context)).join("\n"));
    },
  };
}

/** Another list of tools is asked for first: everything that was cached in front of it is lost. */
async function serversAgain(isSure: boolean, { session, choose, confirms, signal }: SlashContext): Promise<string> {
  if (session.reloadTools === undefined || session.info.mcpServers === undefined) return say.noServers;
  const seen: ToolChange[] = [];
  const isChanged = await session.reloadTools(signal, async (change) => {
    seen.push(change);
    if (change.keepsCache === true) return true;
    return isSure || !confirms || (await choose(say.confirmTools(change), [say.yes, say.no])) === say.yes;
  });
  const [change] = seen;
  if (change === undefined) return say.toolsSame;
  if (change.keepsCache === true) return say.searchChanged(change);
  return isChanged ? say.toolsChanged(change) : say.toolsKept;
}

function skillsAgain({ world }: SlashContext): string {
  return world.rescanSkills === undefined ? say.noSkillsHere : say.skillsAgain(world.rescanSkills());
}
