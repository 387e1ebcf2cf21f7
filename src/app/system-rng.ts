import { randomBytes, randomUUID } from "node:crypto";
import type { Rng } from "../domain/clock.ts";

export const systemRng: Rng = {
  between: (low, high) => low + Math.random() * (high - low),
  hex: (digits) =>
    randomBytes(Math.ceil(digits / 2))
      .toString("hex")
      .slice(0, digits),
  uuid: () => randomUUID(),
};
