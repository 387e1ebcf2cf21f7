import { resolve } from "node:path";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { withStoreMade } from "./open.ts";
import { parseArchive } from "./parse-archive.ts";
import { textOf } from "./read-text.ts";
import { exit, line, usage, valueOf } from "./replies.ts";

const form = "import FILE | import --from hermes-python|claude|codex [PATH]";

/** Brings exported sessions in. What is already here stays as it is, so that doing it twice changes nothing. */
export const importSessions: CommandRun = async (call) => {
  const from = valueOf(call, "from");
  const [file] = call.positionals;
  if (call.positionals.length > 1) return usage(call, form);
  if (from !== undefined) return (await import("./foreign/import-foreign.ts")).importForeign(call, from);
  if (file === undefined) return usage(call, form);
  const path = resolve(call.context.cwd, file);
  const read = textOf(path);
  if ("reason" in read) return fail(call, say.cannotRead(path, read.reason), exit.failed);
  const archive = parseArchive(read.text);
  if (archive.kind === "unreadable") return fail(call, say.cannotRead(path, archive.reason), exit.failed);
  return withStoreMade(call, async (store) => {
    const { added, messages, present } = await store.archive.add(archive.sessions);
    return line(call, say.imported(added.length, messages, present.length));
  });
};
