import { type Content, textOf } from "./message.ts";

/** How the error of a call that was stopped begins. A result read back from disk is known by it. */
export const stopWords = { cancelled: "Cancelled by the user", interrupted: "Interrupted" } as const;

const opening = new RegExp(`^\\{"error":"(?:${Object.values(stopWords).join("|")})\\b`);

export function saysInterrupted(content: Content): boolean {
  return opening.test(textOf(content));
}
