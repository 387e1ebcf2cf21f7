import { type BoundedRead, readBounded } from "../disk/bounded-read.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { codeOf } from "./error-code.ts";
import type { Tree } from "./tree.ts";

export type ConfigRead =
  | { readonly kind: "absent" }
  | { readonly kind: "read"; readonly text: string; readonly tree: Tree }
  | {
      readonly kind: "broken";
      readonly reason: string;
      readonly line: number | null;
      /** What was there, when it could be read at all. */
      readonly bytes: Buffer | null;
    };

const configLimit = 1_048_576;

/** Reads config.yaml. The YAML parser is loaded only when there is a file for it. */
export async function readConfig(path: string): Promise<ConfigRead> {
  const read = readQuietly(path);
  switch (read.kind) {
    case "missing":
      return { kind: "absent" };
    case "not-a-file":
      return broken(say.notAFile);
    case "too-long":
      return broken(say.tooLong(configLimit));
    case "unreadable":
      return broken(say.unreadable(read.code));
    case "read":
      return parseBytes(read.bytes);
  }
}

function readQuietly(path: string): BoundedRead | { readonly kind: "unreadable"; readonly code: string } {
  try {
    return readBounded(path, configLimit);
  } catch (error) {
    return { kind: "unreadable", code: codeOf(error) };
  }
}

function broken(reason: string): ConfigRead {
  return { kind: "broken", reason, line: null, bytes: null };
}

async function parseBytes(bytes: Buffer): Promise<ConfigRead> {
  const text = textIn(bytes);
  if (text === null) return { kind: "broken", reason: say.notText, line: null, bytes };
  const { parseConfig } = await import("./yaml-document.ts");
  const parsed = parseConfig(text);
  if (parsed.kind === "broken") return { ...parsed, bytes };
  return { kind: "read", text, tree: parsed.tree };
}

function textIn(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null; // not UTF-8
  }
}
