import { expect, test } from "vitest";
import { modelRequest } from "../../../tests/support/model-request.ts";
import type { ContextEngine } from "../../domain/context-engine.ts";
import { noUsage } from "../../domain/usage.ts";
import { guardedEngine } from "./guarded-engine.ts";
import { windowEngine } from "../../../tests/support/window-engine.ts";

const explode = (): never => {
  throw new Error("engine");
};

test("an engine that throws has said nothing, and each time is reported", () => {
  const engine: ContextEngine = {
    name: "bad",
    updateFromResponse: explode,
    shouldCompress: explode,
    updateModel: explode,
    compress: async () => explode(),
  };
  const failed: string[] = [];
  const guarded = guardedEngine(engine, (method) => void failed.push(method));
  guarded.updateFromResponse(noUsage);
  guarded.updateModel?.(modelRequest().runtime);
  expect(guarded.shouldCompress(1)).toEqual({ yes: false });
  expect(failed).toEqual(["updateFromResponse", "updateModel", "shouldCompress"]);
});

test("an engine that works is asked as it is", () => {
  const settings = { model: "gpt-4o", contextLength: 100, threshold: 0.5, targetRatio: 0.5 };
  const guarded = guardedEngine(windowEngine(settings), explode);
  expect([guarded.shouldCompress(49).yes, guarded.shouldCompress(50).yes]).toEqual([false, true]);
});
