import type { CompressionPreview, CompressionRecord } from "../../domain/context-engine.ts";
import { secondsText } from "../seconds-text.ts";

const whole = (count: number): string => Math.round(count).toLocaleString("en-US");
const short = (tokens: number): string =>
  tokens < 1_000 ? String(Math.round(tokens)) : `${Math.round(tokens / 1_000)} k`;
const dollars = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.01 ? 4 : 2)}`;

const reasons: Readonly<Record<string, string>> = {
  engine: "the context engine failed",
  invalid: "the context engine gave back a broken conversation",
  lease: "another process took over",
  storage_lease: "another process took over",
  storage_disk_full: "the disk is full",
  timeout: "the summary took too long",
  no_provider: "no model could be asked for a summary",
  empty: "the summary was empty",
  rejected: "the summary was no summary",
  would_grow: "the summary was longer than what it stood for",
  auth: "the summary model refused the key",
  billing: "the summary model wants to be paid",
  hygiene_timeout: "the summary did not come in time",
};

/** Lines about shortened conversations; the same on every surface. */
export const compressionPhrases = {
  /** After a round that went well. */
  compressed: (record: CompressionRecord): string => {
    const { messages_before: from, messages_after: to, tokens_before: before, tokens_after: after } = record;
    const cost = record["summary_cost_usd"];
    const parts = [
      `Compressed ${from} → ${to} messages`,
      `${short(before)} → ${short(after)} tokens`,
      ...(typeof cost === "number" && cost > 0 ? [dollars(cost)] : []),
      `${secondsText(record.duration_ms)} s`,
    ];
    const learned =
      record.trigger === "context_error" ? `The model takes ${whole(Number(record["context_length"]))} tokens. ` : "";
    const undo = record["child_session_id"] === null ? "" : " — /compress undo"; // nothing was left out of the history
    return `${learned}${parts.join(", ")}${undo}`;
  },
  emergency: (record: CompressionRecord): string =>
    `No summary could be made and the request did not fit: ${whole(record.messages_before - record.messages_after)} messages were left out and can be searched — /compress undo`,
  /** null: nothing a person needs to hear. */
  trouble: (outcome: string, failureClass: string | null): string | null => {
    const why = reasons[failureClass ?? ""] ?? failureClass ?? "nobody knows why";
    switch (outcome) {
      case "failed":
      case "would_grow":
        return `The conversation was not compressed: ${why}. Nothing was lost; /compress tries again.`;
      case "locked":
        return "Another process is compressing this conversation.";
      case "cooldown":
        return `The conversation is long, but compression rests after a failure (${why}). /compress tries at once, /new begins anew.`;
      case "ineffective":
        return "The conversation is long, but compressing it twice saved little. /compress <topic> tries again, /new begins anew.";
      default:
        return null;
    }
  },
  oftenCompressed: (count: number): string =>
    `This conversation was compressed ${count} times; /new with a short handoff keeps details sharper.`,
  headline: (from: number, to: number): string => `Compressed: ${from} → ${to} messages`,
  requestSize: (before: number, after: number): string =>
    `Approx request size: ~${whole(before)} → ~${whole(after)} tokens`,
  cost: (usd: number | null): string => (usd === null ? "Cost: unknown" : `Cost: ${dollars(usd)}`),
  goesOnIn: (sessionId: string): string => `Goes on in session ${sessionId}`,
  nothingToCompress: "Nothing to compress yet: the conversation is short.",
  nothingSaved: "Nothing was compressed: it would not have become shorter.",
  alreadyRunning: (holder: string | null): string =>
    `Nothing was compressed: the conversation is in use${holder === null ? "" : ` (${holder})`}. Try again in a moment.`,
  notCompressed: (failureClass: string | null): string =>
    `Not compressed: ${reasons[failureClass ?? ""] ?? failureClass ?? "nobody knows why"}. The conversation is as it was; try again, or set auxiliary.compression to another model.`,
  cancelled: "Stopped. The conversation is as it was.",
  undone: (sessionId: string): string =>
    `The last compression was undone; the conversation goes on in session ${sessionId}`,
  nothingToUndo: "Nothing to undo: no compression made the newest part of this conversation.",
  noPreview: (engine: string): string => `The context engine ${engine} cannot say beforehand what it would do.`,
  preview: ({
    region,
    headTokens,
    middleTokens,
    tailTokens,
    summaryBudget,
    path,
  }: CompressionPreview): readonly string[] => [
    `Messages ${region.headEnd} to ${region.tailStart - 1} would be summed up: ~${whole(middleTokens)} tokens into at most ~${whole(summaryBudget)}`,
    `Kept: ~${whole(headTokens)} tokens before, ~${whole(tailTokens)} after`,
    `Summary by: ${path.replaceAll("_", " ")}`,
  ],
  previewPrice: (usd: number | null): string => (usd === null ? "Price: unknown" : `Price: about ${dollars(usd)}`),
  idleDone: (line: string): string => `While you were away: ${line}`,
  badExchanges: "here takes a positive number of exchanges: /compress here 3",
  badHere: "--here takes a positive number of exchanges",
} as const;
