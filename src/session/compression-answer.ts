import type { CompressionPreview, CompressionRecord } from "../domain/context-engine.ts";
import type { UndoneCompression } from "../domain/undone-compression.ts";
import { compressionPhrases as say } from "../text/phrases/compression.ts";

/** What came of a compression somebody asked for. */
export type CompressionAnswer =
  /** Without a record, another process had just done it. */
  | { readonly kind: "compressed"; readonly record: CompressionRecord | null; readonly sessionId: string }
  | { readonly kind: "preview"; readonly preview: CompressionPreview; readonly priceUsd: number | null }
  | { readonly kind: "no-preview"; readonly engine: string }
  | { readonly kind: "nothing" } // too short, or not needed
  | { readonly kind: "unchanged" | "failed" | "cancelled"; readonly record: CompressionRecord | null }
  | Busy;

export type UndoAnswer = UndoneCompression | Busy;

type Busy = { readonly kind: "busy"; readonly holder: string | null };

/** The same words on every surface. */
export function compressionLines(answer: CompressionAnswer): readonly string[] {
  switch (answer.kind) {
    case "compressed":
      return [...(answer.record === null ? [] : linesOf(answer.record)), say.goesOnIn(answer.sessionId)];
    case "preview":
      return [...say.preview(answer.preview), say.previewPrice(answer.priceUsd)];
    case "no-preview":
      return [say.noPreview(answer.engine)];
    case "nothing":
      return [say.nothingToCompress];
    case "unchanged":
      return [say.nothingSaved];
    case "failed":
      return [say.notCompressed(failureIn(answer.record))];
    case "cancelled":
      return [say.cancelled];
    case "busy":
      return [say.alreadyRunning(answer.holder)];
  }
}

export function undoLines(answer: UndoAnswer): readonly string[] {
  switch (answer.kind) {
    case "undone":
      return [say.undone(answer.sessionId)];
    case "nothing":
      return [say.nothingToUndo];
    case "busy":
      return [say.alreadyRunning(answer.holder)];
  }
}

function linesOf(record: CompressionRecord): readonly string[] {
  const cost = record["summary_cost_usd"];
  return [
    say.headline(record.messages_before, record.messages_after),
    say.requestSize(record.tokens_before, record.tokens_after),
    say.cost(typeof cost === "number" ? cost : null),
  ];
}

function failureIn(record: CompressionRecord | null): string | null {
  const named = record?.["failure_class"];
  return typeof named === "string" ? named : null;
}
