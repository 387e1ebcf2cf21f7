import { resolve } from "node:path";
import type { ArchivedSession, Store } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { type Mask, reportMask } from "../mask.ts";
import { findSession } from "./find-session.ts";
import { formats } from "./formats.ts";
import { withStore } from "./open.ts";
import { redacted } from "./redacted.ts";
import { exit, has, line, valueOf } from "./replies.ts";
import { writeChunks } from "./write-chunks.ts";

/** Sessions as a file or on stdout; one after another, so that a large house does not have to fit in memory. */
export const exportSessions: CommandRun = async (call) => {
  const [reference] = call.positionals;
  const format = valueOf(call, "format") ?? "jsonl";
  const write = formats[format];
  if (write === undefined) return fail(call, say.badFormat(format), exit.usage);
  if (call.positionals.length > 1 || (reference !== undefined) === has(call, "all")) {
    return fail(call, say.oneOrAll, exit.usage);
  }
  return withStore(call, async (store) => {
    const chosen = chosenIds(call, store, reference);
    if ("code" in chosen) return chosen.code;
    return deliver(
      call,
      write(sessions(store, chosen.ids, has(call, "redact") ? reportMask(call.context) : null)),
      chosen.ids.length,
    );
  });
};

type Chosen = { readonly ids: readonly string[] } | { readonly code: number };

function chosenIds(call: CommandCall, store: Store, reference: string | undefined): Chosen {
  if (reference === undefined) return { ids: store.archive.ids() };
  const found = findSession(call, store, reference, has(call, "exact"));
  return "code" in found ? found : { ids: [found.session.id] };
}

function* sessions(store: Store, ids: readonly string[], mask: Mask | null): Generator<ArchivedSession> {
  for (const id of ids) {
    const archived = store.archive.read(id);
    if (archived !== null) yield mask === null ? archived : redacted(archived, mask);
  }
}

function deliver(call: CommandCall, chunks: Iterable<string>, count: number): number {
  const output = valueOf(call, "output") ?? "-";
  if (output === "-") {
    for (const chunk of chunks) call.terminal.out(chunk);
    return exit.ok;
  }
  const path = resolve(call.context.cwd, output);
  const problem = writeChunks(path, chunks);
  return problem === null
    ? line(call, say.exported(count, path))
    : fail(call, say.cannotWrite(path, problem), exit.failed);
}
