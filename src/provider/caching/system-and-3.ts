import type { Strategy } from "./marker.ts";

const budget = 4;

/** The last three messages behind a marked system text, or the last four without one. */
export const systemAndThree: Strategy = (view) =>
  view.lastPlaces(view.hasSystem ? budget - 1 : budget).filter((at) => at !== null);
