import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import type { Log } from "../domain/log.ts";
import { type RootContents, RootContentsSchema, readRoot } from "./read-root.ts";
import { readText } from "./read-text.ts";
import { type Problem, type RootWalk, walkRoot } from "./walk-root.ts";
import type { YamlReader } from "./yaml-reader.ts";

const SnapshotSchema = RootContentsSchema.extend({
  version: z.literal("node-1"), // the Python program keeps its own under the same name; each rebuilds the other's
  manifest: z.record(z.string(), z.tuple([z.string(), z.number()])),
});

const longestSnapshot = 32 * 1024 * 1024;

type SnapshotDeps = { readonly home: string; readonly log: Log; readonly yaml: YamlReader };

/** The skills below a folder, from the snapshot as long as no file has changed. */
export function readWithSnapshot(
  root: string,
  { home, log, yaml }: SnapshotDeps,
): RootContents & { readonly walk: RootWalk; readonly problems: readonly Problem[] } {
  const walk = walkRoot(root);
  if (walk.files.length === 0) return { skills: [], categories: {}, walk, problems: walk.problems };
  const path = snapshotPath(home);
  const known = readSnapshot(path, walk);
  if (known !== null) return { ...known, walk, problems: walk.problems };
  const { problems, ...contents } = readRoot(root, walk, yaml);
  const isWhole = problems.length === 0 && !yaml.wasMissed(); // a file whose mode is mended keeps its time and size
  if (isWhole) save(path, walk, contents, log);
  return { ...contents, walk, problems: [...walk.problems, ...problems] };
}

/** After a write: on some file systems two writes within a second look alike. */
export function forgetSnapshot(home: string): void {
  rmSync(snapshotPath(home), { force: true });
}

function snapshotPath(home: string): string {
  return join(home, ".skills_prompt_snapshot.json");
}

function readSnapshot(path: string, walk: RootWalk): RootContents | null {
  const file = readText(path, longestSnapshot);
  if (file.kind !== "text") return null;
  const snapshot = SnapshotSchema.safeParse(jsonIn(file.text));
  if (!snapshot.success || !fits(snapshot.data.manifest, walk)) return null;
  const { skills, categories } = snapshot.data;
  return { skills, categories };
}

function fits(manifest: z.infer<typeof SnapshotSchema>["manifest"], { files }: RootWalk): boolean {
  if (Object.keys(manifest).length !== files.length) return false;
  return files.every(({ path, mtimeNs, size }) => {
    const [time, bytes] = Object.hasOwn(manifest, path) ? (manifest[path] ?? []) : [];
    return time === mtimeNs && bytes === size;
  });
}

function save(path: string, { files }: RootWalk, contents: RootContents, log: Log): void {
  const manifest = Object.fromEntries(files.map(({ path: file, mtimeNs, size }) => [file, [mtimeNs, size]]));
  try {
    writeFileAtomic(path, JSON.stringify({ version: "node-1", manifest, ...contents }));
  } catch (error) {
    log("warning", "skills.snapshot_unsaved", { error: String(error) }); // the next start reads the files again
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // cut off, or somebody else's: rebuilt
  }
}
