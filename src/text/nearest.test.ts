import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test("a slip of the finger finds its word, a different word finds nothing", () => {
  expect(nearest("sesions", ["config", "sessions", "doctor"])).toBe("sessions");
  expect(nearest("modle", ["model", "mode"])).toBe("model"); // a swap is one slip
  expect(nearest("agent.max_turn", ["agent.max_turns", "agent.max_cost_usd"])).toBe("agent.max_turns");
  expect(nearest("frobnicate", ["config", "run"])).toBeNull();
});
