import type { PromptLayer } from "../layer.ts";

/** Frozen at the start of the conversation; a running clock here would break the cache with every request. */
export const timestampLayer: PromptLayer = {
  id: "timestamp",
  render: ({ startedAtMs, timezone, sessionId, model, provider }) =>
    [
      `Current time: ${isoWithOffset(startedAtMs, timezone)}`,
      ...(sessionId === null ? [] : [`Session: ${sessionId}`]),
      `Model: ${model}`,
      `Provider: ${provider}`,
    ].join("\n"),
};

/** ISO 8601 to the second with a numeric offset, in the given zone. */
function isoWithOffset(ms: number, timezone: string): string {
  const offset = offsetMinutes(ms, timezone);
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(Math.trunc(size / 60))}:${twoDigits(size % 60)}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}

function offsetMinutes(ms: number, timezone: string): number {
  if (timezone === "system") return -new Date(ms).getTimezoneOffset(); // the first use of Intl costs a start 10 ms and more
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" }).formatToParts(ms);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
