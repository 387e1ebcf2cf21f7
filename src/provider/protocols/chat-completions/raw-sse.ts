import type { WireFault } from "../../protocol.ts";
import { providerFault } from "../provider-fault.ts";
import { isReceived } from "../received.ts";

const openings = ["data:", "event:", "id:", "retry:", ": "];

/** Relays put an upstream's error events into the text; what starts like one is held until the end tells. */
export function mayBeRawSse(text: string): boolean {
  const start = text.trimStart();
  return openings.some((opening) => start.startsWith(opening) || opening.startsWith(start));
}

/** The error behind a finish reason that says there was one. */
export function errorInText(text: string): WireFault {
  const status = /^:.*?\b([45]\d\d)\b/m.exec(text)?.[1] ?? /^(?:status|code):\s*([45]\d\d)\b/m.exec(text)?.[1];
  const known = status === undefined ? null : Number(status);
  const data = [...text.matchAll(/^data:\s*(.*)$/gm)].map((match) => match[1] ?? "").join("\n");
  const payload = parseObject(data);
  if (payload !== null) return providerFault(payload["error"] ?? payload, known);
  return providerFault({ message: (data || text).trim() || undefined }, known);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isReceived(value) ? value : null;
  } catch {
    return null; // plain words: they are the message then
  }
}
