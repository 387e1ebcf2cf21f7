import { readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Store } from "../../../store/store.ts";
import { sessionsPhrases as say } from "../../../text/phrases/sessions.ts";
import type { CommandCall } from "../../command.ts";
import { fail } from "../../fail.ts";
import { withStoreMade } from "../open.ts";
import { textOf } from "../read-text.ts";
import { exit, line } from "../replies.ts";
import { readClaude } from "./claude.ts";
import { readCodex } from "./codex.ts";
import type { ReadTranscript } from "./transcript-session.ts";

type Program = {
  /** Below the person's home, where nobody says otherwise. */
  readonly usual: string;
  readonly add: (store: Store, path: string) => Promise<Tally | string>;
};
type Tally = { added: number; present: number; messages: number; skipped: number };

const programs: Readonly<Record<string, Program>> = {
  "hermes-python": { usual: ".hermes/state.db", add: addHermesPython },
  claude: { usual: ".claude/projects", add: (store, path) => addTranscripts(store, path, readClaude) },
  codex: { usual: ".codex/sessions", add: (store, path) => addTranscripts(store, path, readCodex) },
};

/** Another program's conversations. Each is added whole or not at all, and doing it again adds only what is new. */
export async function importForeign(call: CommandCall, from: string): Promise<number> {
  const program = programs[from];
  if (program === undefined) return fail(call, say.noForeignImport(from, Object.keys(programs)), exit.usage);
  const { env, cwd } = call.context;
  const path = resolve(cwd, call.positionals[0] ?? join(env["HOME"] ?? cwd, program.usual));
  return withStoreMade(call, async (store) => {
    const tally = await program.add(store, path);
    if (typeof tally === "string") return fail(call, say.cannotRead(path, tally), exit.failed);
    line(call, say.imported(tally.added, tally.messages, tally.present));
    return tally.skipped === 0 ? exit.ok : line(call, say.skippedLines(tally.skipped));
  });
}

async function addHermesPython(store: Store, path: string): Promise<Tally | string> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return say.missingFile;
  const { openHermesPython } = await import("../../../store/foreign/hermes-python.ts");
  try {
    using foreign = openHermesPython(path);
    if (foreign === null) return say.notTheirs;
    const tally: Tally = { added: 0, present: 0, messages: 0, skipped: 0 };
    for (const { archived, skipped } of foreign.sessions()) count(tally, await store.archive.add([archived]), skipped);
    return tally;
  } catch (error) {
    if (error instanceof Error && "errcode" in error) return error.message; // SQLite's own words
    throw error;
  }
}

async function addTranscripts(
  store: Store,
  path: string,
  read: (text: string, fallbackId: string) => ReadTranscript | null,
): Promise<Tally | string> {
  const files = transcriptsIn(path);
  if (files === null) return say.missingFile;
  const tally: Tally = { added: 0, present: 0, messages: 0, skipped: 0 };
  for (const file of files) {
    const found = textOf(file);
    const transcript = "reason" in found ? null : read(found.text, basename(file, ".jsonl"));
    if (transcript === null) tally.skipped += 1;
    else count(tally, await store.archive.add([transcript.session]), transcript.skipped);
  }
  return tally;
}

/** null: there is nothing of that name. */
function transcriptsIn(path: string): readonly string[] | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .toSorted()
    .map((name) => join(path, name));
}

function count(tally: Tally, result: Awaited<ReturnType<Store["archive"]["add"]>>, skipped: number): void {
  tally.added += result.added.length;
  tally.present += result.present.length;
  tally.messages += result.messages;
  if (result.added.length > 0) tally.skipped += skipped;
}
