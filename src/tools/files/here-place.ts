import { readdirSync } from "node:fs";
import { openFileAt } from "../../disk/anchored-folder.ts";
import { readBoundedFrom } from "../../disk/bounded-read.ts";
import type { FilePlace } from "../../domain/file-place.ts";
import { realPath } from "../../safety/paths.ts";
import { applyChanges } from "./change.ts";
import { binaryKind, fileKind } from "./file-kind.ts";
import { readLines } from "./read-lines.ts";

const entriesLooked = 5_000;

/** The files of this machine. */
export const herePlace: FilePlace = {
  key: (real) => real,
  look: async (path) => {
    const real = realPath(path);
    return { file: fileKind(path), real, binary: () => binaryKind(path, real) };
  },
  read: async (real, mostBytes) => {
    const read = readBoundedFrom(openFileAt(real), mostBytes);
    return read.kind === "read" ? read.bytes : null;
  },
  lines: readLines,
  names: async (folder) => namesIn(folder),
  apply: async (changes) => applyChanges(changes),
};

function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder).slice(0, entriesLooked);
  } catch {
    return null; // missing, no folder or not ours to list: one level up may help
  }
}
