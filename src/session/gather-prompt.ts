import { join } from "node:path";
import { readBounded } from "../disk/bounded-read.ts";
import type { Log } from "../domain/log.ts";

const longestFile = 1_000_000; // bytes; the layers cut what is too long for a prompt

/** The person's own words about who the agent is. Unreadable counts as absent. */
export function readSoul(home: string, log: Log): string | null {
  return readText(join(home, "SOUL.md"), log);
}

function readText(path: string, log: Log): string | null {
  try {
    const file = readBounded(path, longestFile);
    return file.kind === "read" ? file.bytes.toString("utf8").replace(/^\ufeff/, "") : null;
  } catch (error) {
    log("warning", "prompt.file_unreadable", { path, error: String(error) });
    return null; // no permission: the conversation starts without it
  }
}
