import { isReceived } from "./received.ts";

/** The caller's own keys, over ours; what stands in `extra_body` belongs to the body itself. */
export function withOverrides<Body extends object>(body: Body, overrides: Readonly<Record<string, unknown>>): Body {
  const { extra_body: extra, ...rest } = overrides;
  return { ...body, ...rest, ...(isReceived(extra) ? extra : {}) };
}
