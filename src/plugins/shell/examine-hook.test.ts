import { expect, test } from "vitest";
import type { HookTrial } from "../../domain/plugin-admin.ts";
import { examineHook } from "./examine-hook.ts";

test("a hook that keeps the turn waiting is slow, and one that answers is not", async () => {
  const hook = {
    event: "pre_tool_call",
    command: "true",
    matcher: "",
    timeoutMs: 60_000,
    failClosed: false,
    env: [],
  } as const;
  const after = (durationMs: number) =>
    examineHook(hook, {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      consents: { plugins: {}, hooks: {} },
      acceptsAll: true,
      trial: async (): Promise<HookTrial> => ({
        kind: "ran",
        verdict: "no opinion",
        failed: false,
        durationMs,
        code: 0,
        out: "",
        err: "",
      }),
    });
  const about = "pre_tool_call  true";
  expect(await after(1_500)).toEqual([
    { level: "warning", about, text: "it takes 1500 ms, and the turn waits for it" },
  ]);
  expect(await after(20)).toEqual([{ level: "ok", about, text: "it answers within 20 ms" }]);
});
