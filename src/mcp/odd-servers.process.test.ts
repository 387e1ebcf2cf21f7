import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { matching } from "../../tests/support/matching.ts";
import { readyHost } from "../../tests/support/mcp-calls.ts";
import { mcpWorld, oddServer, serverSettings } from "../../tests/support/mcp-world.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { startHost } from "./host.ts";

const never = new AbortController().signal;
const diary = (): string => join(mkdtempSync(join(tmpdir(), "hermes-odd-")), "diary");
const written = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

test("a server that never answers holds nobody up past the limit, and the others are there", async () => {
  const world = mcpWorld();
  const settings = { mute: serverSettings(oddServer("mute")), fine: serverSettings(oddServer("fine")) };
  const host = startHost(settings, world);
  const started = Date.now();
  await host.discovered(1_500, never);
  expect(Date.now() - started).toBeLessThan(2_500);
  expect(host.tools().map(({ name }) => name)).toEqual(["mcp__fine__go", "mcp__fine__look"]);
  expect(host.status().map(({ state }) => state.kind)).toEqual(["connecting", "ready"]);
  await host.close();
});

test("a server that dies in a call leaves a result that says so, and comes back", async () => {
  const waits: number[] = [];
  const world = mcpWorld();
  const clock = {
    ...world.clock,
    sleep: (ms: number, signal: AbortSignal) => {
      if (ms < 60_000 && ms !== 20_000) waits.push(ms);
      return world.clock.sleep(ms === 1_000 ? 10 : ms, signal);
    },
  };
  await using servers = await readyHost({ odd: oddServer("crashing") }, { clock });
  const lost = await servers.call("mcp__odd__go");
  expect(lost).toMatchObject({
    kind: "error",
    effect: "unknown",
    message: matching(/lost.*effect is unknown/u),
  });
  expect(servers.host.tools()).toEqual([]);
  await vi.waitFor(() => expect(servers.host.status()[0]?.state.kind).toBe("ready"), 5_000);
  expect(waits).toContain(1_000);
  expect(await servers.call("mcp__odd__look")).toEqual({ kind: "ok", content: "done" });
});

test("while a server is away its calls are answered with an error and nothing is done", async () => {
  await using servers = await readyHost({ odd: oddServer("crashing") });
  const go = servers.host.tools()[0];
  await servers.call("mcp__odd__go");
  const prepared = go?.prepare({});
  const meanwhile = prepared?.kind === "ready" ? await prepared.call.run(toolContext({ cwd: "/" })) : null;
  expect(meanwhile).toMatchObject({
    kind: "error",
    effect: "none",
    message: matching(/^The MCP server odd is not connected/u),
  });
});

test("a call that hangs ends at its limit, and the server is told", async () => {
  const file = diary();
  await using servers = await readyHost({ odd: { ...oddServer("hanging", file), timeout: 0.2 } });
  expect(await servers.call("mcp__odd__go")).toEqual({
    kind: "error",
    effect: "unknown",
    message:
      "No answer within 0.2 s; the call was cancelled. Whether it had an effect is unknown; check before you repeat it.",
  });
  await vi.waitFor(() => expect(written(file)).toBe("listed\ncalled go\ncancelled\n"));
  expect(servers.host.status()[0]?.state.kind).toBe("ready");
});

test("a call that is stopped ends at once, and the server is told", async () => {
  const file = diary();
  await using servers = await readyHost({ odd: oddServer("hanging", file) });
  const stop = new AbortController();
  const call = servers.call("mcp__odd__look", {}, { signal: stop.signal });
  await vi.waitFor(() => expect(written(file)).toBe("listed\ncalled look\n"));
  stop.abort();
  expect(await call).toEqual({ kind: "error", effect: "none", message: "The call was cancelled." });
  await vi.waitFor(() => expect(written(file)).toMatch(/cancelled/u));
});

test("what a server prints beside its messages is passed over", async () => {
  await using servers = await readyHost({ odd: oddServer("noisy") });
  expect(servers.names()).toEqual(["mcp__odd__go", "mcp__odd__look"]);
});

test("why a server could not start is said, without the secret it complains about", async () => {
  await using servers = await readyHost({
    odd: oddServer("dying"),
    gone: { command: "hermes-no-such-program" },
    both: { command: "x", url: "http://example.com" },
  });
  const [dying, gone, both] = servers.host.status().map(({ state }) => state);
  expect(dying).toMatchObject({
    kind: "down",
    triesAgain: true,
    reason: matching(/exit code 3.*cannot start/u),
  });
  expect(JSON.stringify(dying)).not.toContain("abcdefghijklmnop");
  expect(gone).toEqual({ kind: "down", triesAgain: false, reason: "exit code 127: hermes-no-such-program: not found" });
  expect(both).toMatchObject({ kind: "down", triesAgain: false });
});

test("an untrusted server's tools are asked about, unless they only read", async () => {
  const file = diary();
  await using servers = await readyHost({ odd: { ...oddServer("fine", file), trust: "untrusted" } });
  const asked: unknown[] = [];
  const approve = async (request: unknown) => {
    asked.push(request);
    return { decision: "deny", by: "test", rule: "test", reason: "Not today." } as const;
  };
  expect(await servers.call("mcp__odd__go", { n: 1 }, { approve })).toEqual({
    kind: "error",
    message: "Not today.",
    effect: "none",
  });
  expect(await servers.call("mcp__odd__look", {}, { approve })).toMatchObject({ kind: "ok" });
  expect(asked).toEqual([{ tool: "mcp__odd__go", kind: "tool", action: 'mcp__odd__go {"n":1}' }]);
  expect(written(file)).toBe("listed\ncalled look\n");
});

test("attempts come after 1, 2, 4 and at last every 60 seconds", async () => {
  const world = mcpWorld();
  const waits: number[] = [];
  const enough = Promise.withResolvers<void>();
  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (waits.length === 8) return world.clock.sleep(ms, signal);
    if (waits.push(ms) === 8) enough.resolve();
  };
  await using servers = await readyHost(
    { odd: { url: "http://127.0.0.1:1/mcp" } },
    { clock: { ...world.clock, sleep } },
  );
  await enough.promise;
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
  expect(servers.host.status()[0]?.state).toMatchObject({ kind: "down", triesAgain: true });
});
