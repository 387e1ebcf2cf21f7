import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import { newSessionId } from "../store/session-id.ts";
import type { SessionRow, Store } from "../store/store.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { exitCodes } from "./exit-codes.ts";
import { refused, type Refusal } from "./open-settings.ts";

export type ChosenSession = { readonly kind: "chosen"; readonly row: SessionRow | null }; // null: a new one

/** Which stored session the flags mean. A reference that fits none or several ends the run before it starts. */
export async function chooseSession(
  store: Store,
  options: RunOptions,
  context: CommandContext,
): Promise<ChosenSession | Refusal> {
  const found = find(store, options, context.cwd);
  if (found.kind === "refused" || found.row === null || !options.fork) return found;
  const copy = newSessionId(context.clock, context.rng);
  await store.sessions.fork(found.row.id, copy);
  return { kind: "chosen", row: store.sessions.get(copy) };
}

function find(store: Store, { session, source, fork }: RunOptions, cwd: string): ChosenSession | Refusal {
  switch (session.kind) {
    case "new":
      return { kind: "chosen", row: null };
    case "continue":
      if (session.title !== null) return resolveReference(store, session.title, false);
      return { kind: "chosen", row: store.sessions.latest({ cwd, source: source ?? "cli" }) };
    case "resume": {
      if (session.reference === null) return refused(say.resumeNeedsReference, exitCodes.usage);
      const found = resolveReference(store, session.reference, session.exact);
      const closed = found.kind === "chosen" && isReplaced(found.row) && !fork;
      return closed ? refused(say.sessionReadOnly(session.reference), exitCodes.usage) : found;
    }
  }
}

/** Another segment stands in its place, with more of the conversation or less. */
function isReplaced(row: SessionRow | null): boolean {
  return row?.end_reason === "compression" || row?.end_reason === "superseded";
}

function resolveReference(store: Store, reference: string, exact: boolean): ChosenSession | Refusal {
  const resolution = store.sessions.resolve(reference, { exact });
  switch (resolution.kind) {
    case "found":
      return { kind: "chosen", row: resolution.session };
    case "missing":
      return refused(say.noSuchSession(reference), exitCodes.usage);
    case "ambiguous":
      return refused(say.severalSessions(reference, resolution.candidates.map(candidateLine)), exitCodes.usage);
  }
}

function candidateLine({ id, title, last_activity_at: seconds }: SessionRow): string {
  return `  ${id}  ${title ?? "-"}  ${new Date(seconds * 1_000).toISOString()}`;
}
