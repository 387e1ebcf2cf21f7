import { gatewayTalksPhrases as chats } from "../../text/phrases/gateway-talks.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const usage = "[model] [--once|--global]";
const reaches = ["--once", "--global"];

export const modelCommand: SlashCommand = {
  name: "model",
  aliases: [],
  usage,
  summary: say.modelSummary,
  busy: "wait",
  run: (rest, context) => {
    const { model, provider } = context.session.info;
    if (rest === "") return said(say.modelIs(model, provider));
    const words = rest.split(/\s+/);
    const flags = words.filter((word) => word.startsWith("-"));
    const [name, ...others] = words.filter((word) => !word.startsWith("-"));
    if (name === undefined || others.length > 0 || flags.length > 1) return refusal(say.usage("model", usage));
    if (flags.some((flag) => !reaches.includes(flag))) return refusal(say.usage("model", usage));
    if (flags[0] === "--global" && context.chat?.who.isAdmin === false)
      return refusal(chats.onlyAdmins("model --global"));
    return flags[0] === "--global" ? forEverybody(name, context) : here(name, flags[0] === "--once", context);
  },
};

async function here(name: string, isOnce: boolean, { world }: SlashContext): Promise<SlashOutcome> {
  const { ok, text } = await world.switchModel(name, isOnce);
  return ok ? said(text) : refusal(text);
}

/** Stored first, and checked by that: a model that cannot be used is not switched to either. */
async function forEverybody(name: string, { world }: SlashContext): Promise<SlashOutcome> {
  const stored = await world.command(["model", name]);
  if (stored.code !== 0) return refusal(stored.text);
  const { ok, text } = await world.switchModel(name, false);
  return (ok ? said : refusal)(`${stored.text}\n${text}`);
}
