import { z } from "zod";
import { writeFileAtomic } from "../../../disk/atomic-write.ts";
import { readBounded } from "../../../disk/bounded-read.ts";
import { redactSecrets } from "../../../safety/redact.ts";

const mostEntries = 1_000;
const mostBytes = 8 * 1024 * 1024;
const Entry = z.string();

/** What was typed before, oldest first. One JSON string a line: entries have lines of their own. */
export function readHistory(path: string): readonly string[] {
  const read = readBounded(path, mostBytes);
  return read.kind === "read" ? read.bytes.toString("utf8").split("\n").flatMap(entryOf) : [];
}

/** Adds an entry to what is on disk now, where another window may have written too. Secrets are masked before. */
export function addToHistory(path: string, typed: string): void {
  if (typed.trim() === "" || typed.startsWith(" ")) return;
  const entry = redactSecrets(typed.trim());
  const before = readHistory(path).filter((each) => each !== entry);
  const entries = [...before, entry].slice(-mostEntries);
  writeFileAtomic(path, `${entries.map((each) => JSON.stringify(each)).join("\n")}\n`);
}

/** A line that is no entry is left out. */
function entryOf(line: string): readonly string[] {
  if (line === "") return [];
  try {
    const read = Entry.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
