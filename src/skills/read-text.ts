import { readBounded } from "../disk/bounded-read.ts";

export type TextRead =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly size: number }
  | { readonly kind: "problem"; readonly why: string; readonly missing: boolean };

/** A text file, or in a few words why there is none. Nothing that stands on a disk makes it throw. */
export function readText(path: string, limit: number): TextRead {
  try {
    const file = readBounded(path, limit);
    switch (file.kind) {
      case "missing":
        return { kind: "problem", why: "it is not there", missing: true };
      case "not-a-file":
        return { kind: "problem", why: "it is not an ordinary file", missing: false };
      case "too-long":
        return { kind: "problem", why: `it has ${file.size} bytes, more than ${limit}`, missing: false };
      case "read":
        return textOf(file.bytes);
    }
  } catch (error) {
    return { kind: "problem", why: diskProblem(error), missing: false };
  }
}

export function diskProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return problems[code] ?? (code === "" ? "it cannot be read" : code);
}

const problems: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ELOOP: "its links lead in a circle",
  ENOENT: "it is not there",
  ENOSPC: "the disk is full",
  EROFS: "the file system is read-only",
  ENOTDIR: "a part of the path is not a folder",
  ENAMETOOLONG: "its name is too long",
};

function textOf(bytes: Buffer): TextRead {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return { kind: "text", text };
  } catch {
    // another encoding, or no text at all: the caller says which file it was
  }
  return { kind: "binary", size: bytes.length };
}
