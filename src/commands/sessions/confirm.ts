import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall } from "../command.ts";
import { fail } from "../fail.ts";
import { exit, has, line } from "./replies.ts";

/** null: go on, by --yes or a person's word. Otherwise the exit code, after saying why nothing is deleted. */
export async function confirmDeletion(call: CommandCall, count: number): Promise<number | null> {
  if (has(call, "yes")) return null;
  const { inIsTty, ask } = call.terminal;
  if (!inIsTty || ask === undefined) return fail(call, say.confirmDelete(count), exit.usage);
  const answer = await ask(say.askDelete(count), call.context.signal);
  return /^y(es)?$/iu.test(answer.trim()) ? null : line(call, say.keptAll);
}
