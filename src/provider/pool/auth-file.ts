import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { withFileLock } from "../../disk/file-lock.ts";
import type { Clock, Rng } from "../../domain/clock.ts";
import { providerPhrases as say } from "../../text/phrases/provider.ts";
import { type KeyRow, KeyRowSchema } from "./key-row.ts";

/** The part of auth.json that remembers keys. Everything else in the file is kept as it is. */
export type AuthFile = {
  /** What is remembered now, read anew. */
  readonly rows: (pool: string) => readonly KeyRow[];
  /** Changes what is remembered, starting from what the file says at this moment; null when it could not be kept. */
  readonly update: (
    pool: string,
    change: (rows: readonly KeyRow[]) => readonly KeyRow[],
  ) => Promise<readonly KeyRow[] | null>;
};

export type AuthFileParts = {
  readonly path: string;
  readonly clock: Clock;
  readonly rng: Rng;
  /** Called once per distinct problem. Never with a key. */
  readonly warn: (text: string) => void;
};

const limit = 1_048_576;
const patienceMs = 2_000;
const oldestMs = 30_000;
const RootSchema = z.looseObject({ credential_pool: z.record(z.string(), z.array(z.unknown())).optional() });
type Root = z.infer<typeof RootSchema>;

/** A file that cannot be read is neither used nor written over: what it holds may still be saved by hand. */
export function openAuthFile({ path, clock, rng, warn }: AuthFileParts): AuthFile {
  const said = new Set<string>();
  const complain = (text: string): void => {
    if (!said.has(text)) warn(text);
    said.add(text);
  };
  const load = (): Root | null => {
    const read = readRoot(path);
    if (read.kind === "unusable") complain(say.authFileUnusable(path, read.reason));
    return read.kind === "root" ? read.root : null;
  };
  const rowsIn = (root: Root | null, pool: string): readonly KeyRow[] => {
    const { good, bad } = sorted(root, pool);
    if (bad.length > 0) complain(say.authRowsSkipped(path, pool, bad.length));
    return good;
  };
  return {
    rows: (pool) => rowsIn(load(), pool),
    update: async (pool, change) => {
      const work = (): readonly KeyRow[] | null => {
        const root = load();
        if (root === null) return null;
        const rows = change(rowsIn(root, pool));
        const pools = { ...root.credential_pool, [pool]: [...rows, ...sorted(root, pool).bad] };
        writeFileAtomic(path, `${JSON.stringify({ ...root, credential_pool: pools }, null, 2)}\n`);
        return rows;
      };
      try {
        const kept = await withFileLock(path, { clock, rng, patienceMs, oldestMs }, work);
        const rows = kept.kind === "done" ? kept.value : null;
        if (rows === null) complain(say.authFileNotWritten(path, "busy or unreadable"));
        return rows;
      } catch (error) {
        complain(say.authFileNotWritten(path, codeOf(error)));
        return null;
      }
    },
  };
}

type Read = { readonly kind: "root"; readonly root: Root } | { readonly kind: "unusable"; readonly reason: string };

function readRoot(path: string): Read {
  try {
    const read = readBounded(path, limit);
    if (read.kind === "missing") return { kind: "root", root: {} };
    if (read.kind !== "read") return { kind: "unusable", reason: read.kind };
    const json: unknown = JSON.parse(read.bytes.toString("utf8"));
    const root = RootSchema.safeParse(json);
    return root.success ? { kind: "root", root: root.data } : { kind: "unusable", reason: "unexpected shape" };
  } catch (error) {
    return { kind: "unusable", reason: error instanceof SyntaxError ? "not JSON" : codeOf(error) };
  }
}

/** Rows we cannot read belong to somebody: they are written back as they were. */
function sorted(
  root: Root | null,
  pool: string,
): { readonly good: readonly KeyRow[]; readonly bad: readonly unknown[] } {
  const items = root?.credential_pool?.[pool] ?? [];
  const parsed = items.map((item) => [item, KeyRowSchema.safeParse(item)] as const);
  return {
    good: parsed.flatMap(([, row]) => (row.success ? [row.data] : [])),
    bad: parsed.flatMap(([item, row]) => (row.success ? [] : [item])),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
