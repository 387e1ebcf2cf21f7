import { resolve } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Settings } from "../config/schema/settings.ts";
import { readBounded } from "../disk/bounded-read.ts";
import { isMessage, type Message } from "../domain/message.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";

type Environment = CommandContext["env"];

const neutral: ReadonlySet<string> = new Set(["", "none", "default", "neutral"]);

/** What stands behind the cached prompt in every request and is stored nowhere: the first of these that says something. */
export function ephemeralPrompt(settings: Settings, env: Environment, { appendSystem }: RunOptions): string | null {
  const chosen = [env["HERMES_EPHEMERAL_SYSTEM_PROMPT"], personality(settings), settings.agent.system_prompt].find(
    isSaid,
  );
  const parts = [chosen, appendSystem].filter(isSaid);
  return parts.length === 0 ? null : parts.join("\n\n");
}

/** Those whose words are there. */
export function personalityNames({ agent }: Settings): readonly string[] {
  return Object.entries(agent.personalities).flatMap(([name, words]) => (typeof words === "string" ? [name] : []));
}

/** The words of the chosen personality, or null. */
function personality({ display, agent }: Settings): string | null {
  const name = display.personality.trim();
  const written = neutral.has(name.toLowerCase()) ? undefined : agent.personalities[name];
  return typeof written === "string" ? written : null;
}

function isSaid(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.trim() !== "";
}

const longestFile = 1_000_000;

export type Prefill = { readonly messages: readonly Message[]; readonly warning: string | null };

/** Messages that stand in front of every history. A file that is none of that costs one line and nothing else. */
export function prefillOf(settings: Settings, env: Environment, home: string): Prefill {
  const named = [
    env["HERMES_PREFILL_MESSAGES_FILE"],
    settings.prefill_messages_file,
    settings.agent.prefill_messages_file,
  ];
  const name = named.find(isSaid);
  if (name === undefined) return { messages: [], warning: null };
  const path = resolve(home, name);
  try {
    const file = readBounded(path, longestFile);
    if (file.kind !== "read") return { messages: [], warning: say.prefillUnreadable(path, file.kind) };
    const found: unknown = JSON.parse(file.bytes.toString("utf8"));
    if (!Array.isArray(found)) return { messages: [], warning: say.prefillUnreadable(path, "not a list of messages") };
    const messages = found.filter((each): each is Message => isMessage(each) && each.role !== "tool");
    const odd = found.length - messages.length;
    return {
      messages,
      warning: odd === 0 ? null : say.prefillUnreadable(path, `${odd} of its entries are no messages`),
    };
  } catch (error) {
    return {
      messages: [],
      warning: say.prefillUnreadable(path, error instanceof Error ? error.message : String(error)),
    };
  }
}
