import { firstAnswer, openQuestion } from "./approver.ts";
import { narrowestEntries } from "./narrowest-entry.ts";
import { rulesFor } from "./order.ts";
import type { ApproverPolicy } from "./policy.ts";

/** "Always" is offered for these when a person asks for it, but nobody should be talked into it. */
const destroying: ReadonlySet<string> = new Set(["git loss", "containers, clusters, cloud"]);

/** What the allowlist would need so that a command asks no more; nothing where it must not or does not ask anyway. */
export async function entriesFor(command: string, cwd: string, policy: ApproverPolicy): Promise<readonly string[]> {
  const asked = openQuestion({ tool: "terminal", callId: "", kind: "command", action: command, cwd }, policy);
  const { verdict } = await firstAnswer(rulesFor("command", policy), asked);
  if (verdict !== null) return [];
  const concerns = await asked.concerns();
  if (concerns.some(({ family }) => family !== undefined && destroying.has(family))) return [];
  return narrowestEntries(asked, concerns);
}
