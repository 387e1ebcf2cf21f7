import { gatewayTalksPhrases as say } from "../../text/phrases/gateway-talks.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { helpCommand } from "./help.ts";
import {
  refusal,
  said,
  type ChatSeat,
  type SlashCommand,
  type SlashContext,
  type SlashOutcome,
} from "./slash-command.ts";

const scopes = ["once", "session", "always", "all"] as const;

const approveCommand = inChat("approve", "[once|session|always|all]", say.approveSummary, (rest, { decide }) => {
  const scope = rest === "" ? "once" : scopes.find((each) => each === rest.toLowerCase());
  if (scope === undefined) return refusal(slashPhrases.usage("approve", "[once|session|always|all]"));
  return scope === "all" ? decide("once", "all") : decide(scope, "oldest");
});

const denyCommand = inChat("deny", "[reason]", say.denySummary, (rest, { decide }) =>
  decide(rest === "" ? "deny" : `deny: ${rest}`, "oldest"),
);

const setHomeCommand = inChat("sethome", "", say.setHomeSummary, async (_, { setHome, who }) => {
  await setHome();
  return said(say.homeSet(who.platform));
});

const whoAmICommand = inChat("whoami", "", say.whoAmISummary, (_, { who }) => said(say.whoAmI(who)));

const commandsCommand: SlashCommand = {
  ...helpCommand,
  name: "commands",
  usage: "[text]",
  summary: say.commandsSummary,
};

const platformCommand = inChat(
  "platform",
  "[status|resume [name]]",
  say.platformSummary,
  async (rest, { platforms }) => {
    if (platforms === undefined) return refusal(say.noPlatforms);
    const [act = "status", name = null, more] = rest.split(/\s+/).filter((word) => word !== "");
    if (act === "status" && name === null) return said(platforms.status());
    if (act === "resume" && more === undefined) return said(await platforms.resume(name));
    return refusal(slashPhrases.usage("platform", "[status|resume [name]]"));
  },
);

const restartCommand = inChat("restart", "", say.restartSummary, async (_, { restart }) => {
  if (restart === undefined) return refusal(say.noRestart);
  await restart();
  return said(say.restarting);
});

/** Commands that mean something in chats alone. */
export const chatCommands: readonly SlashCommand[] = [
  approveCommand,
  denyCommand,
  setHomeCommand,
  whoAmICommand,
  commandsCommand,
  platformCommand,
  restartCommand,
].map((command) => ({ ...command, group: say.groups }));

type Run = (rest: string, chat: ChatSeat) => Promise<SlashOutcome> | SlashOutcome;

function inChat(name: string, usage: string, summary: string, run: Run): SlashCommand {
  const where = (rest: string, { chat }: SlashContext): Promise<SlashOutcome> | SlashOutcome =>
    chat === undefined ? refusal(say.onlyInChats) : run(rest, chat);
  return { name, aliases: [], usage, summary, busy: "run", run: where };
}
