import { isReceived, without } from "./received.ts";

/** What is said is the conversation's own and no setting. */
const reserved = ["system", "messages", "instructions", "input"];

/** The caller's own keys, over ours; what stands in `extra_body` belongs to the body itself. */
export function withOverrides<Body extends object>(body: Body, overrides: Readonly<Record<string, unknown>>): Body {
  const { extra_body: extra, ...rest } = overrides;
  return { ...body, ...without({ ...rest, ...(isReceived(extra) ? extra : {}) }, ...reserved) };
}
