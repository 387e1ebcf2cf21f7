import { createReadStream, lstatSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { homeFiles, type HomeFile } from "./home-files.ts";
import { headerBlocks, padded, padding, type TarEntry } from "./tar-header.ts";

export type PackOptions = {
  readonly home: string;
  readonly withSecrets: boolean;
  readonly manifest: unknown;
  /** Left out: the archive itself may lie in the home. */
  readonly without: readonly string[];
};

/** What the archive came to hold, known when it has been read to its end. */
export type Packed = { files: number; leftOut: string[]; blanked: string[] };

export const manifestName = "hermes-backup.json";

/** The home as a tar stream. Each database goes in as one moment's copy, whoever is writing to it. */
export async function* pack(options: PackOptions, packed: Packed): AsyncGenerator<Buffer> {
  yield* whole(manifestName, Buffer.from(`${JSON.stringify(options.manifest)}\n`));
  const without = new Set(options.without.map((path) => resolve(path)));
  for (const file of homeFiles(options.home)) {
    if (without.has(resolve(file.path))) continue;
    if (file.kind === "other" || (file.kind === "secret" && !options.withSecrets)) packed.leftOut.push(file.name);
    else yield* member(file, options, packed);
  }
  yield Buffer.alloc(1_024);
}

async function* member(file: HomeFile, options: PackOptions, packed: Packed): AsyncGenerator<Buffer> {
  if (file.kind === "folder") {
    yield headerBlocks({ ...entryOf(file.name, file.path), kind: "folder", size: 0 });
    return;
  }
  packed.files += 1;
  if (file.kind === "database") yield* database(file);
  else if (file.kind === "config" && !options.withSecrets) yield* config(file, packed);
  else yield* streamed(entryOf(file.name, file.path), file.path);
}

async function* config({ name, path }: HomeFile, packed: Packed): AsyncGenerator<Buffer> {
  const { withoutSecrets } = await import("../../config/without-secrets.ts");
  const safe = withoutSecrets(readFileSync(path, "utf8"));
  if (safe === null) {
    packed.files -= 1;
    packed.leftOut.push(name); // what cannot be read cannot be cleared of secrets
    return;
  }
  packed.blanked.push(...safe.keys);
  yield* whole(name, Buffer.from(safe.text));
}

async function* database({ name, path }: HomeFile): AsyncGenerator<Buffer> {
  const { snapshotDatabase } = await import("../../store/snapshot.ts");
  const folder = mkdtempSync(join(tmpdir(), "hermes-backup-"));
  try {
    const copy = join(folder, "hermes.db");
    await snapshotDatabase(path, copy);
    yield* streamed(entryOf(name, copy), copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function entryOf(name: string, path: string): TarEntry {
  const { mode, size, mtimeMs } = lstatSync(path);
  return { path: name, kind: "file", mode: mode & 0o700, size, mtimeSeconds: mtimeMs / 1_000 };
}

/** As many bytes as the header says: a file that shrinks meanwhile is filled up, one that grows is cut. */
async function* streamed(entry: TarEntry, path: string): AsyncGenerator<Buffer> {
  const size = statSync(path).size;
  yield headerBlocks({ ...entry, size });
  let left = size;
  if (size > 0) {
    for await (const chunk of createReadStream(path, { end: size - 1 })) {
      if (!Buffer.isBuffer(chunk)) continue;
      left -= chunk.length;
      yield chunk;
    }
  }
  yield Buffer.alloc(left);
  yield padding(size);
}

function* whole(path: string, content: Buffer): Generator<Buffer> {
  yield headerBlocks({ path, kind: "file", mode: 0o600, size: content.length, mtimeSeconds: 0 });
  yield padded(content);
}
