import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { containing } from "../support/matching.ts";

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
const suite = join(dirname(manifest), "dist", "index.js");
const client = join(mkdtempSync(join(tmpdir(), "hermes-conformance-")), "client.mjs");
const baseline = join(import.meta.dirname, "mcp-expected-failures.yml");

/** One file starts several times faster than a hundred, and the suite starts it once per scenario. */
beforeAll(async () => {
  const input = join(import.meta.dirname, "../support/mcp-conformance-client.ts");
  await build({ input, platform: "node", output: { file: client, format: "esm", codeSplitting: false } });
});

/** What the official suite says about our client. */
function conformance(...args: readonly string[]): Promise<{ readonly code: unknown; readonly said: string }> {
  const all = [suite, "client", "--command", `${process.execPath} ${client}`, "--timeout", "60000", ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, all, { maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stdout + stderr });
    });
  });
}

const released = [
  "2025-03-26-oauth-endpoint-fallback",
  "2025-03-26-oauth-metadata-backcompat",
  "basic-cimd",
  "metadata-default",
  "metadata-var1",
  "metadata-var2",
  "metadata-var3",
  "pre-registration",
  "scope-from-scopes-supported",
  "scope-from-www-authenticate",
  "scope-omitted-when-undefined",
  "scope-retry-limit",
  "scope-step-up",
  "token-endpoint-auth-basic",
  "token-endpoint-auth-none",
  "token-endpoint-auth-post",
].map((name) => `auth/${name}`);
const drafts = ["auth/offline-access-not-supported", "auth/offline-access-scope", "auth/resource-mismatch"];
const core = ["initialize", "tools_call", "elicitation-sep1034-client-defaults"];

test("core, released authorization and draft scenarios pass; exactly the expected ones fail", async () => {
  const { said } = await conformance("--suite", "all");
  const marks = [...said.matchAll(/^(?<mark>[✓✗]) (?<name>\S+):/gmu)].map(({ groups = {} }) => groups);
  const named = (mark: string): readonly string[] =>
    marks.filter((found) => found["mark"] === mark && found["name"] !== timed).map(({ name = "" }) => name);
  const { client: expected } = z.object({ client: z.array(z.string()) }).parse(parse(readFileSync(baseline, "utf8")));
  expect({ passed: named("✓").toSorted(), failed: named("✗").toSorted() }).toEqual({
    passed: [...core, ...released, ...drafts].toSorted(),
    failed: expected.toSorted(),
  });
});

/** It measures when we reconnect, to a fifth of a second, so it runs alone; a busy machine may miss that all the same. */
const timed = "sse-retry";

test(`core scenario ${timed} passes`, { retry: 5 }, async () => {
  const { code, said } = await conformance("--scenario", timed);
  expect({ code, said }).toEqual({ code: 0, said: containing("OVERALL: PASSED") });
});
