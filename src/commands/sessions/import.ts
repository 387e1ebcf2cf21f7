import { resolve } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { withStoreMade } from "./open.ts";
import { parseArchive } from "./parse-archive.ts";
import { exit, fail, line, usage, valueOf } from "./replies.ts";

const largestMegabytes = 256;

/** Brings exported sessions in. What is already here stays as it is, so that doing it twice changes nothing. */
export const importSessions: CommandRun = async (call) => {
  const from = valueOf(call, "from");
  if (from !== undefined) return fail(call, say.noForeignImport(from), exit.usage);
  const [file] = call.positionals;
  if (file === undefined || call.positionals.length > 1) return usage(call, "import FILE");
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

function textOf(path: string): { readonly text: string } | { readonly reason: string } {
  try {
    const file = readBounded(path, largestMegabytes * 1024 * 1024);
    switch (file.kind) {
      case "missing":
        return { reason: say.missingFile };
      case "not-a-file":
        return { reason: say.notAFile };
      case "too-long":
        return { reason: say.tooLong(largestMegabytes) };
      case "read":
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(file.bytes) };
    }
  } catch (error) {
    if (error instanceof TypeError) return { reason: say.notUtf8 };
    if (error instanceof Error && "code" in error) return { reason: error.message };
    throw error;
  }
}
