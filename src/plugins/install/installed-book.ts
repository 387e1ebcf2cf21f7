import { dirname, join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";

/** Where a plugin came from, pinned: the version of a package, the commit of a repository. */
const OriginSchema = z.object({
  from: z.enum(["path", "git", "npm"]),
  spec: z.string(),
  version: z.string(),
  /** All forty digits. */
  commit: z.string().optional(),
  /** The package's name. */
  package: z.string().optional(),
});
export type Origin = z.output<typeof OriginSchema>;

const BookSchema = z.record(z.string(), OriginSchema);

export function installedBook(home: string) {
  const path = join(home, "plugins", "installed.json");
  const read = (): Readonly<Record<string, Origin>> => {
    try {
      const file = readBounded(path, 1_048_576);
      return file.kind === "read" ? BookSchema.parse(JSON.parse(file.bytes.toString("utf8"))) : {};
    } catch {
      return {}; // then nobody knows, and updating says so
    }
  };
  const write = (book: Readonly<Record<string, Origin>>): void => {
    ensurePrivateFolder(dirname(path));
    writeFileAtomic(path, `${JSON.stringify(book, null, 2)}\n`);
  };
  return {
    read,
    put: (id: string, origin: Origin): void => write({ ...read(), [id]: origin }),
    forget: (id: string): void => {
      const { [id]: _gone, ...rest } = read();
      write(rest);
    },
  };
}
