import { hash } from "node:crypto";

/** Ids of one answer, in order of asking. */
export type Ids = (prefix: string) => string;

/** The same seed gives the same ids; a conversation that has grown by a message gives others. */
export function idsFrom(seed: string): Ids {
  let issued = 0;
  return (prefix) => `${prefix}${fingerprint(`${seed}/${issued++}`).slice(0, 24)}`;
}

export function fingerprint(text: string): string {
  return hash("sha256", text);
}
