import { expect, test } from "vitest";
import { fakeHoncho } from "../../../../tests/support/fake-honcho.ts";
import { containing, matching } from "../../../../tests/support/matching.ts";
import { temporaryHome } from "../../../../tests/support/temporary-home.ts";
import { providerContext as context } from "../../../../tests/support/provider-context.ts";
import type { MemoryProvider } from "../../../domain/memory-provider.ts";
import { createHonchoProvider } from "./honcho-provider.ts";
import { readHonchoConfig } from "./honcho-config.ts";

const about = { sessionId: "s1", signal: new AbortController().signal };
const turn = { user: "I like tea", assistant: "Noted.", sessionId: "s1", messages: [] };

function providerFor(url: string, settings: Readonly<Record<string, unknown>> = {}): MemoryProvider {
  const file = JSON.stringify({ baseUrl: url, apiKey: "hk-secret", ...settings });
  const home = temporaryHome({ "honcho.json": file }).path;
  return createHonchoProvider(readHonchoConfig({ home, userHome: home, env: {} }));
}

/** One turn as the host plays it. */
async function play(provider: MemoryProvider, number: number, text = "what now?"): Promise<string> {
  await provider.onTurnStart?.(number, text);
  const recalled = await provider.prefetch?.(text, about);
  await provider.syncTurn?.({ ...turn, user: text });
  await provider.queuePrefetch?.(text);
  return recalled ?? "";
}

test("the prompt gets what is known at the start; the first question does not repeat it, later ones bring what is new", async () => {
  await using honcho = await fakeHoncho();
  const provider = providerFor(honcho.url);
  await provider.initialize?.("s1", context);
  expect([provider.promptSlot, await provider.systemPromptBlock?.()]).toEqual([
    "early",
    matching(
      /^# Honcho Memory\nMode: hybrid\..*honcho_search.*\n\n## Session summary\nThey talked about tea\.\n\n## User\nDrinks tea\.\n\n## User card\n- Name: Ada\n\n## Assistant\n/s,
    ),
  ]);
  expect(await play(provider, 1)).toBe("");
  honcho.answers.representation = "Drinks coffee now.";
  expect(await play(provider, 2)).toContain("## User\nDrinks coffee now.");
  expect(honcho.keys).toEqual(new Set(["Bearer hk-secret"]));
  expect(honcho.requests.find(({ path }) => path.endsWith("/sessions"))?.body).toMatchObject({
    id: matching(/^atlas-[0-9a-f]{8}$/),
    peers: { user: {}, hermes: {} },
  });
});

test("what Honcho thinks is asked after a turn, sent with the next, cut, and asked less often when it is empty", async () => {
  await using honcho = await fakeHoncho({
    representation: "",
    card: [],
    summary: "",
    chat: "Prefers short answers. ".repeat(60),
  });
  const provider = providerFor(honcho.url, { contextCadence: 1_000 });
  await provider.initialize?.("s1", context);
  expect(await play(provider, 1, "x".repeat(130))).toBe("");
  const recalled = await play(provider, 2);
  expect(recalled).toMatch(/^(?:Prefers short answers\. ?)+$/);
  expect(recalled.length).toBeLessThanOrEqual(600);
  expect(honcho.sent("/chat")).toEqual([
    expect.objectContaining({
      query: matching(/^Who is this user.*x{130}$/s),
      target: "user",
      reasoning_level: "medium",
    }),
  ]);
  honcho.answers.chat = "";
  for (let number = 3; number <= 20; number++) await play(provider, number);
  expect(honcho.sent("/chat")).toHaveLength(1 + 3); // turns 3, 7 and 15
  expect(await play(provider, 21)).toBe("");
});

test("turns are stored as they are said, long ones in pieces, machine-made ones not at all", async () => {
  await using honcho = await fakeHoncho();
  const provider = providerFor(honcho.url, { recallMode: "tools" });
  await provider.initialize?.("s1", context);
  expect([await provider.prefetch?.("x", about), honcho.requests]).toEqual(["", []]);
  await provider.syncTurn?.({ ...turn, user: "y".repeat(60_000) });
  const summary = { role: "user", content: "compacted", extra: { origin: "summary" } } as const;
  await provider.syncTurn?.({ ...turn, messages: [summary] });
  expect(honcho.sent("/messages")).toEqual([
    {
      messages: [25_000, 25_000, 10_000]
        .map((length) => ({ peer_id: "user", content: "y".repeat(length) }))
        .concat({ peer_id: "hermes", content: "Noted." }),
    },
  ]);
});

test("with writeFrequency session the turns go out when the session ends, before the next one is bound", async () => {
  await using honcho = await fakeHoncho();
  const provider = providerFor(honcho.url, { writeFrequency: "session", sessionStrategy: "per-session" });
  await provider.initialize?.("s1", context);
  await provider.syncTurn?.(turn);
  expect(honcho.sent("/messages")).toEqual([]);
  await provider.onSessionSwitch?.("s2", { parentId: "s1", reset: true, rewound: false });
  await provider.syncTurn?.(turn);
  await provider.shutdown?.();
  const paths = honcho.requests.map(({ path }) => path).filter((path) => path.endsWith("/messages"));
  expect(paths).toEqual(["hermes/sessions/s1/messages", "hermes/sessions/s2/messages"]);
});

test("an entry about the user becomes a conclusion; other memory does not", async () => {
  await using honcho = await fakeHoncho();
  const provider = providerFor(honcho.url);
  await provider.initialize?.("s1", context);
  await provider.onMemoryWrite?.({ target: "memory", action: "add", content: "uses tabs", oldText: null });
  await provider.onMemoryWrite?.({ target: "user", action: "remove", content: null, oldText: "tea" });
  await provider.onMemoryWrite?.({ target: "user", action: "add", content: "likes tea", oldText: null });
  expect(honcho.sent("/conclusions")).toEqual([
    { conclusions: [expect.objectContaining({ content: "likes tea", observer_id: "hermes", observed_id: "user" })] },
  ]);
});

test("the tools look up, ask and conclude; nonsense comes back in words", async () => {
  await using honcho = await fakeHoncho({ chat: "They like tea." });
  const provider = providerFor(honcho.url);
  await provider.initialize?.("s1", context);
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
    JSON.parse((await provider.handleToolCall?.(name, args, about.signal)) ?? "null");
  expect(await call("honcho_profile")).toEqual({ card: ["Name: Ada"] });
  expect(await call("honcho_search", { query: "tea" })).toEqual({ results: 2, text: "I like tea\n---\nno sugar" });
  expect(await call("honcho_context")).toEqual({ context: containing("Drinks tea.") });
  expect(await call("honcho_reasoning", { query: "what?" })).toEqual({ answer: "They like tea." });
  expect(await call("honcho_conclude", { list: true })).toEqual({ conclusions: [{ id: "c1", content: "likes tea" }] });
  expect(await call("honcho_conclude", { conclusion: "x", delete_id: "c1" })).toEqual({
    error: containing("exactly one"),
  });
  expect(await call("honcho_search")).toEqual({ error: containing("query") });
  expect(await call("honcho_other")).toEqual({ error: "Unknown tool honcho_other" });
  expect(providerFor(honcho.url, { recallMode: "context" }).getToolSchemas?.()).toEqual([]);
});

test("a refused key pauses memory with one notice; the tools say so and never that nothing was found", async () => {
  await using honcho = await fakeHoncho({ status: 401 });
  const provider = providerFor(honcho.url);
  await provider.initialize?.("s1", context);
  expect(await play(provider, 1)).toContain("Honcho memory is paused");
  const asked = honcho.requests.length;
  expect(await play(provider, 2)).toBe("");
  const answer = await provider.handleToolCall?.("honcho_search", { query: "tea" }, about.signal);
  expect(answer).toContain("paused");
  expect([answer?.includes("hk-secret"), honcho.requests.length]).toEqual([false, asked]);
});

test.each(["cron", "flush"] as const)("a %s agent has no Honcho at all", async (agentContext) => {
  await using honcho = await fakeHoncho();
  const provider = providerFor(honcho.url);
  await provider.initialize?.("s1", { ...context, agentContext });
  expect([await provider.systemPromptBlock?.(), await play(provider, 1), honcho.requests]).toEqual([null, "", []]);
});

test("a chat user is known by pin, alias, prefix or their own id", async () => {
  await using honcho = await fakeHoncho();
  const peerOf = async (settings: Readonly<Record<string, unknown>>): Promise<unknown> => {
    honcho.requests.length = 0;
    const provider = providerFor(honcho.url, { peerName: "owner", ...settings });
    await provider.initialize?.("s1", { ...context, userId: "tg:42" });
    return honcho.requests.find(({ path }) => path.endsWith("/peers"))?.body;
  };
  expect(await peerOf({ pinPeerName: true })).toMatchObject({ id: "owner" });
  expect(await peerOf({ userPeerAliases: { "tg:42": "ada" } })).toMatchObject({ id: "ada" });
  expect(await peerOf({ runtimePeerPrefix: "chat-" })).toMatchObject({ id: "chat-tg-42" });
  expect(await peerOf({})).toMatchObject({ id: "tg-42" });
});

test.each([
  ["{", "is not JSON"],
  ['{"recallMode":"sometimes"}', "not valid: recallMode"],
  ['{"enabled":false,"apiKey":"k"}', "enabled is false"],
  ["{}", "HONCHO_API_KEY is not set"],
])("settings %s make it unavailable with a reason", (file, reason) => {
  const home = temporaryHome({ ".honcho/config.json": file }).path;
  const provider = createHonchoProvider(readHonchoConfig({ home: `${home}/none`, userHome: home, env: {} }));
  expect([provider.isAvailable(), provider.unavailableReason?.()]).toEqual([false, containing(reason)]);
});

test("the key of the environment is enough, and a shared file has a part for each program", () => {
  const home = temporaryHome({
    ".honcho/config.json": '{"workspace":"all","hosts":{"hermes":{"workspace":"mine"}}}',
  }).path;
  const env = { HONCHO_API_KEY: "hk" };
  expect(readHonchoConfig({ home: "/nowhere", userHome: home, env })).toMatchObject({
    settings: { workspace: "mine" },
  });
  expect(readHonchoConfig({ home: "/nowhere", userHome: "/nowhere", env })).toMatchObject({ kind: "settings" });
});
