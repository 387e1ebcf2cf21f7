import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const script = `
  import { freezePrompt } from ${JSON.stringify(join(import.meta.dirname, "frozen-prompt.ts"))};
  import { createHash } from "node:crypto";
  const place = { backend: "local", os: "linux", home: "/h", cwd: "/p", shell: "bash", traits: [], probe: null, operatorHint: null };
  const full = { entries: ["likes tea", "lives in Rome"], usage: "2%" };
  const { text } = freezePrompt({
    soul: "I am Ada.", systemMessage: "Be brief.", memory: full, user: full, providerBlock: null, skills: "tea: Make tea.",
    startedAtMs: 1774906200000, timezone: "America/Los_Angeles", sessionId: "s", model: "gpt-4o", provider: "openai",
    cwd: "/p", tools: new Set(["memory", "read_file", "session_search"]), stores: { memory: true, user: true },
    rules: { taskCompletion: true, parallelCalls: true, toolUse: "auto", execution: "auto" },
    surroundings: place, surface: "cli", surfaceHint: null,
  });
  console.log(createHash("sha256").update(text).digest("hex"));`;

function built(cwd: string, env: Readonly<Record<string, string>>): string {
  return execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd, env, encoding: "utf8" });
}

test("[PM-2] two processes make the same bytes of the same inputs, wherever and in whatever language they run", () => {
  const here = built(import.meta.dirname, { TZ: "UTC", LANG: "C" });
  expect(here).toMatch(/^[0-9a-f]{64}\n$/);
  expect(built(tmpdir(), { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8" })).toBe(here);
});
