import type { Figure } from "./figures.ts";

/** Filled in when the session can be built without a model. */
export async function promptFigures(): Promise<readonly Figure[]> {
  return [];
}
