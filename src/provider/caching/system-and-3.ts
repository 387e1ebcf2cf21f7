import type { BlockAt, Strategy } from "./marker.ts";

const budget = 4;

/** The last three messages behind a marked system text, or the last four without one. */
export const systemAndThree: Strategy = (view) => {
  const room = view.hasSystem ? budget - 1 : budget;
  const from = Math.max(view.first, view.count - room);
  return Array.from({ length: view.count - from }, (_, offset) => from + offset).flatMap(
    (message): readonly BlockAt[] => {
      const block = view.last(message);
      return block === null ? [] : [{ message, block }];
    },
  );
};
