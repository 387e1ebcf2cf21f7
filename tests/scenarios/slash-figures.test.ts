import { join } from "node:path";
import { expect, test } from "vitest";
import { slashCommands } from "../../src/commands/slash/registry.ts";
import { runSlash } from "../../src/commands/slash/run-slash.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const prices = { input: 4, output: 8, cache_read: 0.5, cache_write: 4 };
const config = `providers:
  custom:
    models:
      gpt-4o: {prices: {input: 4, output: 8, cache_read: 0.5, cache_write: 4}}
`;
const says = (text: string) => ({ reply: { text } });

const sum = (parts: readonly { readonly tokens: number }[]): number =>
  parts.reduce((all, { tokens }) => all + tokens, 0);

/** A command typed into a chat that goes on with the agent's own session. */
async function typed(world: AgentWorld, text: string) {
  using store = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
  return await runSlash(text, {
    session: world.agent.session,
    store,
    world: {
      switchModel: async () => ({ ok: false, text: "" }),
      command: async (words) => ({ code: 0, text: words.join(" ") }),
      git: async () => ({ code: 1, text: "" }),
      prices: async () => () => prices,
    },
    commands: slashCommands,
    isBusy: false,
    nowMs: world.clock.now(),
    signal: new AbortController().signal,
    confirms: true,
    choose: async () => null,
    neverConfirm: async () => undefined,
  });
}

test("[SF-L21] /compress with a topic in a short conversation says there is nothing to compress and asks no model", async () => {
  const world = await agentWorld({ steps: [says("one"), says("never asked for")] }, { realEngine: true });
  await world.agent.chat("hello");
  const before = world.simulator.requests.length;
  expect(await typed(world, "/compress deploy")).toEqual({
    kind: "refused",
    text: "Nothing to compress yet: the conversation is short.",
  });
  expect(world.simulator.requests).toHaveLength(before);
});

test("/usage has the conversation's tokens, cost and cache, by model and task, and what it cost beside the least", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two")] }, { config });
  expect(await typed(world, "/usage")).toEqual({ kind: "said", text: "nothing was used yet" });
  await world.agent.chat("hello");
  await world.agent.chat("again");
  const outcome = await typed(world, "/usage");
  const text = outcome.kind === "said" ? outcome.text : "";
  expect(text.split("\n").map((line) => line.trim().split(/\s{2,}/)[0])).toEqual([
    "context",
    "tokens sent",
    "received",
    "cost",
    "cache",
    "last request",
    "cost ratio",
    expect.stringContaining("Prompt caching"),
    "cache this model)",
    "",
    "By model",
    "turns",
    "custom/gpt-4o",
    "",
    "By task",
    "turns",
    "main",
  ]);
  expect(text).toMatch(/^ {2}cost ratio {4}\d\.\d\d times the least the prompts could have cost$/m);
  expect(text).toContain(`as the provider counts`);
  expect(text).toMatch(/custom\/gpt-4o +2 +2 /);
});

test("/context shares the window out among layers, tool sets, messages and what is free, and ends at the ledger's number", async () => {
  const world = await agentWorld({ steps: [says("one")] });
  await world.agent.chat("hello");
  const { context } = world.agent.session;
  expect(context.isReported).toBe(true);
  expect(sum(context.layers) + sum(context.tools) + context.messages).toBeGreaterThanOrEqual(context.tokens * 0.9);
  const short = await typed(world, "/context");
  const long = await typed(world, "/context all");
  const linesOf = (outcome: typeof short) => (outcome.kind === "said" ? outcome.text.split("\n") : []);
  expect(linesOf(short)[0]).toContain("as the provider counts");
  const names = linesOf(short).map((line) => line.trim().split(/\s{2,}/)[0]);
  expect(names).toEqual(expect.arrayContaining(["system prompt", "identity", "tools", "file", "messages", "free"]));
  expect(linesOf(long).length - linesOf(short).length).toBe(context.tools.length);
  expect(await typed(world, "/context everything")).toMatchObject({ kind: "refused" });
});

test("/insights passes its days on, and nothing that is no number of days", async () => {
  const world = await agentWorld({ steps: [] });
  expect(await typed(world, "/insights")).toEqual({ kind: "said", text: "insights" });
  expect(await typed(world, "/insights 7")).toEqual({ kind: "said", text: "insights --days 7" });
  for (const words of ["0", "x", "7 --json"])
    expect(await typed(world, `/insights ${words}`)).toMatchObject({ kind: "refused" });
});
