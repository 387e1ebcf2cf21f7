import { expect } from "vitest";

/** Vitest's own matchers are untyped; these can stand inside an object that is compared. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
