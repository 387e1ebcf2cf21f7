import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { SlashWorld } from "../commands/slash/slash-command.ts";
import type { Session } from "../session/session.ts";
import { ephemeralPrompt, personalityNames } from "./call-time-texts.ts";
import { openSettings } from "./open-settings.ts";

/** The personalities of the settings as they are now, for a session that runs. */
export function personalities(
  { context }: CommandCall,
  options: RunOptions,
  session: Pick<Session, "setEphemeralPrompt">,
): Pick<SlashWorld, "personalities" | "setPersonality"> {
  const read = async () => {
    const opened = await openSettings(context);
    return opened.kind === "refused" ? null : opened.settings;
  };
  return {
    personalities: async () => {
      const settings = await read();
      return settings === null ? [] : personalityNames(settings);
    },
    setPersonality: async (name) => {
      const settings = await read();
      if (settings === null || (name !== null && !personalityNames(settings).includes(name))) return false;
      const chosen = { ...settings, display: { ...settings.display, personality: name ?? "" } };
      session.setEphemeralPrompt(ephemeralPrompt(chosen, context.env, options));
      return true;
    },
  };
}
