import { estimateTokens, familyOf } from "../../context/estimate-tokens.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { ReadPage } from "../../domain/web-backend.ts";
import { absolutePath } from "../../safety/paths.ts";
import { type ReferencePlaces, referencePath } from "../../safety/reference-paths.ts";
import { referencePhrases as say } from "../../text/phrases/references.ts";
import type { FileKind } from "../../domain/file-place.ts";
import { diskProblem, fileKind } from "../../tools/files/file-kind.ts";
import { attachFile } from "./attach-file.ts";
import { attachFolder } from "./attach-folder.ts";
import { attachGit } from "./attach-git.ts";
import { attachUrl } from "./attach-url.ts";
import type { Attachment } from "./attachment.ts";
import { findReferences, type Reference } from "./find-references.ts";

const gitMs = 30_000;
const warnedShare = 0.25; // of the window
const largestShare = 0.5;

export type ReferenceSurroundings = {
  readonly cwd: string;
  readonly places: ReferencePlaces;
  /** What git may see of our environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly runtime: Pick<Runtime, "model" | "contextLength">;
  readonly redact: (text: string) => string;
  /** Absent where the web cannot be reached. */
  readonly readPage?: ReadPage | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** What goes behind the person's words, and what the person is told; both may be empty. */
export type Attached = { readonly text: string; readonly warnings: readonly string[] };

/** Follows the references in a text, all at once. Nothing that goes wrong with one is more than a warning. */
export async function attachReferences(typed: string, around: ReferenceSurroundings): Promise<Attached> {
  const attachments = await Promise.all(findReferences(typed).map((reference) => attach(reference, around)));
  const blocks = attachments.flatMap((each) => (each.kind === "block" ? [around.redact(each.text)] : []));
  const warnings = attachments.flatMap(warningsOf);
  const tokens = estimateTokens(blocks.join("\n\n"), familyOf(around.runtime.model));
  const share = tokens / around.runtime.contextLength;
  const percent = Math.round(share * 100);
  if (share > largestShare) return { text: "", warnings: [...warnings, say.overflow(tokens, percent)] };
  const all = share > warnedShare ? [...warnings, say.large(tokens, percent)] : warnings;
  return { text: sections(all, blocks), warnings: all };
}

function warningsOf(attachment: Attachment): readonly string[] {
  if (attachment.kind === "warning") return [attachment.text];
  return attachment.kind === "block" && attachment.warning !== undefined ? [attachment.warning] : [];
}

function sections(warnings: readonly string[], blocks: readonly string[]): string {
  const told = warnings.map((warning) => `- ${warning}`).join("\n");
  return [
    ...(warnings.length === 0 ? [] : [`\n\n--- Context Warnings ---\n${told}`]),
    ...(blocks.length === 0 ? [] : [`\n\n--- Attached Context ---\n\n${blocks.join("\n\n")}`]),
  ].join("");
}

async function attach(reference: Reference, around: ReferenceSurroundings): Promise<Attachment> {
  const { token } = reference;
  switch (reference.kind) {
    case "git": {
      using deadline = around.clock.deadline(gitMs, around.signal);
      return await attachGit(token, reference.args, around, deadline.signal);
    }
    case "url":
      return await attachUrl(token, reference.url, around);
    case "file":
    case "folder":
    case "any":
      return attachPath(reference, around);
  }
}

type PathReference = Extract<Reference, { readonly path: string }>;

function attachPath(reference: PathReference, { cwd, places }: ReferenceSurroundings): Attachment {
  const { kind, token } = reference;
  const absolute = absolutePath(reference.path, cwd, places.userHome);
  const found = fileKind(absolute);
  if (kind === "any" && (found.kind === "missing" || found.kind === "unreadable")) return { kind: "none" };
  const place = referencePath(absolute, places);
  if (place.kind === "refused") return { kind: "warning", text: say.refused(token, place.because) };
  try {
    if (found.kind === "folder" && kind !== "file") return attachFolder(token, place.real, places);
    if (found.kind === "file" && kind !== "folder") return attachFile({ ...reference, ...found, real: place.real });
    return { kind: "warning", text: mismatch(token, found) };
  } catch (error) {
    return { kind: "warning", text: say.unreadable(token, diskProblem(error)) };
  }
}

function mismatch(token: string, found: FileKind): string {
  switch (found.kind) {
    case "missing":
      return say.missing(token);
    case "unreadable":
      return say.unreadable(token, found.why);
    case "special":
      return say.special(token, found.name);
    case "folder":
      return say.isFolder(token);
    case "file":
      return say.isNoFolder(token);
  }
}
