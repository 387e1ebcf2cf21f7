import type { PlatformCapabilities } from "../../../domain/platform.ts";
import { layOut, type Wording } from "./lay-out.ts";

const mostLines = 15;

/** Thoughts as a quotation, in one message and of few lines; null: there are none. */
export function reasoningBlock(thoughts: string, able: PlatformCapabilities): Wording | null {
  const lines = thoughts.trim().split("\n");
  if (thoughts.trim() === "") return null;
  const few = lines.length > mostLines ? [...lines.slice(0, mostLines - 1), "…"] : lines;
  return layOut(few.map((line) => `> ${line}`).join("\n"), able, { isNumbered: false })[0] ?? null;
}
