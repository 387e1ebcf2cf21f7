import { z } from "zod";

/** Where a provider may say when to come back. */
export type RetryHints = {
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  /** Lower case. */
  readonly text: string;
};

const moment = z.union([z.number(), z.string()]).optional().catch(undefined);
const FieldsSchema = z.object({ resets_at: moment, reset_at: moment, retry_after: moment, quotaResetDelay: moment });
const BodySchema = FieldsSchema.extend({ error: FieldsSchema.optional().catch(undefined) });

/** Milliseconds to wait as the provider asked, or null when it did not or asks for nothing. */
export function retryAfterMs(hints: RetryHints, nowMs: number): number | null {
  const { headers, text } = hints;
  const waits = [
    ...bodyWaits(hints.json, nowMs),
    positive(Number(headers["retry-after-ms"] ?? Number.NaN)),
    secondsOrDate(headers["retry-after"], nowMs),
    resetOf(headers["x-ratelimit-reset"], nowMs),
    textWait(text),
  ];
  return waits.find((wait) => wait !== null) ?? null;
}

function bodyWaits(json: unknown, nowMs: number): readonly (number | null)[] {
  const body = BodySchema.safeParse(json);
  if (!body.success) return [];
  return [body.data.error, body.data].flatMap((fields) =>
    fields === undefined
      ? []
      : [
          resetOf(fields.resets_at, nowMs),
          resetOf(fields.reset_at, nowMs),
          secondsOrDate(fields.retry_after, nowMs),
          spanOf(String(fields.quotaResetDelay ?? "")),
        ],
  );
}

/** Retry-After: seconds, a span such as 34s, or an HTTP date. */
function secondsOrDate(value: string | number | undefined, nowMs: number): number | null {
  const text = String(value ?? "").trim();
  if (text === "") return null;
  const seconds = Number(text);
  if (!Number.isNaN(seconds)) return positive(seconds * 1_000);
  return spanOf(text) ?? positive(Date.parse(text) - nowMs);
}

/** A moment: epoch seconds or milliseconds, or a date; a small number is seconds from now. */
function resetOf(value: string | number | undefined, nowMs: number): number | null {
  const number = Number(value ?? Number.NaN);
  if (Number.isNaN(number)) return secondsOrDate(value, nowMs);
  if (number > 1e11) return positive(number - nowMs);
  return positive(number > 1e9 ? number * 1_000 - nowMs : number * 1_000);
}

const leads =
  /(?:resets? in|retry after|try again in|retry in|retrydelay"?:? ?"?|quotaresetdelay"?:? ?"?)\s*([\d.]+\s*[a-z0-9. ]*)/;

function textWait(text: string): number | null {
  return spanOf(leads.exec(text)?.[1] ?? "");
}

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };
const pieces =
  /^\s*([\d.]+)\s*(ms|milliseconds?|d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)(?![a-z])/;

/** "2h 5m", "30 s", "1.5s", "200ms". */
function spanOf(text: string): number | null {
  let rest = text;
  let total = 0;
  for (let piece = pieces.exec(rest); piece !== null; piece = pieces.exec(rest)) {
    const [whole, amount = "", unit = ""] = piece;
    const key = unit === "ms" || unit.startsWith("milli") ? "ms" : unit.slice(0, 1);
    total += Number(amount) * (unitMs[key] ?? 0);
    rest = rest.slice(whole.length);
  }
  return positive(total);
}

function positive(ms: number): number | null {
  return Number.isFinite(ms) && ms > 0 ? Math.ceil(ms) : null;
}
