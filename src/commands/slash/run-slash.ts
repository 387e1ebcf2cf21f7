import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { findCommand } from "./find-command.ts";
import { refusal, type SlashContext, type SlashOutcome } from "./slash-command.ts";

/** From what was typed to what should happen. Whatever goes wrong is said and sends nothing. */
export async function runSlash(text: string, context: SlashContext): Promise<SlashOutcome> {
  const found = findCommand(text, context.commands);
  switch (found.kind) {
    case "unknown":
      return refusal(say.unknown(found.typed, found.near));
    case "ambiguous":
      return refusal(say.ambiguous(found.typed, found.names));
    case "found": {
      const { command, rest } = found;
      if (context.isBusy && command.busy === "wait") return refusal(say.busy(command.name));
      context.world.onCommand?.(command.name, rest);
      return command.run(rest, context);
    }
  }
}
