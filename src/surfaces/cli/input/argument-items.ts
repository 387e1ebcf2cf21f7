import type { SlashCommand } from "../../../commands/slash/slash-command.ts";
import { plainLine } from "../../../commands/plain-text.ts";
import type { Chat } from "../chat.ts";
import type { Item } from "./reference-items.ts";

const mostItems = 20;

/** Values that may follow a command's name, as far as they are known. */
export async function argumentItems(
  { name, usage }: Pick<SlashCommand, "name" | "usage">,
  typed: string,
  chat: Chat,
): Promise<readonly Item[]> {
  const values = name === "model" ? await modelItems(chat) : name === "resume" ? sessionItems(chat) : wordsOf(usage);
  const wanted = typed.trimStart().toLowerCase();
  return values
    .filter(({ value, label }) => value.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted))
    .slice(0, mostItems);
}

async function modelItems({ session, world }: Chat): Promise<readonly Item[]> {
  return (await world.modelNames(session.info.provider)).map((value) => ({ value, label: value }));
}

function sessionItems({ session, world }: Chat): readonly Item[] {
  return world.store.sessions
    .list({ limit: mostItems })
    .filter(({ id }) => id !== session.info.sessionId)
    .map(({ id, title }) => ({ value: id, label: id, description: plainLine(title ?? "", 60) }));
}

/** `[manual|smart|off]` names its values; `[ref]` and `<text>` do not. */
function wordsOf(usage: string): readonly Item[] {
  const [, listed = ""] = /^\[?([a-z-]+(?:\|[a-z-]+)+)\]?/.exec(usage) ?? [];
  return listed === "" ? [] : listed.split("|").map((value) => ({ value, label: value }));
}
