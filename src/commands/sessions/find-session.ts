import type { SessionRow, Store } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall } from "../command.ts";
import { fail } from "../fail.ts";
import { ageOf } from "./age.ts";
import { oneLine } from "./one-line.ts";
import { exit } from "./replies.ts";

export type Found = { readonly session: SessionRow } | { readonly code: number };

/** The session a reference names, or the exit code after saying why there is none. */
export function findSession(call: CommandCall, store: Store, reference: string, exact: boolean): Found {
  const resolution = store.sessions.resolve(reference, { exact });
  switch (resolution.kind) {
    case "found":
      return { session: resolution.session };
    case "missing":
      return { code: fail(call, say.notFound(reference), exit.usage) };
    case "ambiguous": {
      const nowMs = call.context.clock.now();
      const lines = resolution.candidates.map(({ id, title, last_activity_at: at }) =>
        say.candidate(id, title === null ? null : oneLine(title), ageOf(at, nowMs)),
      );
      return { code: fail(call, [say.ambiguous(reference), ...lines].join("\n"), exit.usage) };
    }
  }
}
