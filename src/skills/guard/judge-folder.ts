import { createHash } from "node:crypto";
import { join } from "node:path";
import { readBounded } from "../../disk/bounded-read.ts";
import type { InjectionScan } from "../../domain/injection-scan.ts";
import type { GuardFinding } from "./finding.ts";
import { filesBelow, type FolderFile } from "./folder-files.ts";
import { findInText } from "./text-rules.ts";

const most = { files: 50, totalBytes: 1_048_576, fileBytes: 262_144 } as const;

/** A skill's folder as it was read once: what is judged is what was hashed. */
export type FolderContent = { readonly files: readonly ReadFile[]; readonly hash: string };
type ReadFile = FolderFile & { readonly bytes: Buffer | null };

/** Throws when something cannot be read: who judges has to see everything. */
export function readFolder(folder: string): FolderContent {
  const listed = filesBelow(folder);
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  const tooMuch = total > most.totalBytes || listed.length > most.files;
  const files = listed.map((file) => ({ ...file, bytes: tooMuch ? null : bytesOf(folder, file) }));
  const hash = createHash("sha256");
  for (const { path, kind, size, bytes } of files) hash.update(JSON.stringify([path, kind, size])).update(bytes ?? "");
  return { files, hash: hash.digest("hex") };
}

export function judgeFolder({ files }: FolderContent, scan: InjectionScan): readonly GuardFinding[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(files.length > most.files ? [high("too_many_files", ".")] : []),
    ...(total > most.totalBytes ? [high("too_large", ".")] : []),
    ...files.flatMap((file) => judgeFile(file, scan)),
  ];
}

function judgeFile({ path, kind, size, bytes }: ReadFile, scan: InjectionScan): readonly GuardFinding[] {
  if (kind === "outside") return [{ rule: "link_outside", severity: "critical", file: path }];
  if (kind === "other") return [high("special_file", path)];
  if (size > most.fileBytes) return [high("large_file", path)];
  if (bytes === null) return [];
  if (isProgram(bytes)) return [high("executable", path)];
  const text = bytes.toString("utf8");
  return [...injectionIn(text, path, scan), ...findInText(text, path)];
}

function injectionIn(text: string, file: string, scan: InjectionScan): readonly GuardFinding[] {
  const grave = scan(text, "context");
  if (grave.blocked) return [{ rule: named(grave.reasons), severity: "critical", file }];
  const strict = scan(text, "strict");
  return strict.blocked ? [high(named(strict.reasons), file)] : [];
}

function named(reasons: readonly string[]): string {
  return `injection:${reasons.join("+") || "unnamed"}`;
}

function isProgram(bytes: Buffer): boolean {
  const magic = bytes.subarray(0, 4).toString("hex");
  return (
    magic === "7f454c46" || // ELF
    magic.startsWith("4d5a") || // Windows
    ["feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe"].includes(magic) // macOS, Java
  );
}

function bytesOf(folder: string, { path, kind }: FolderFile): Buffer | null {
  if (kind !== "file") return null;
  const read = readBounded(join(folder, path), most.totalBytes);
  if (read.kind !== "read") throw new Error(`${path} changed while it was looked at`);
  return read.bytes;
}

function high(rule: string, file: string): GuardFinding {
  return { rule, severity: "high", file };
}
