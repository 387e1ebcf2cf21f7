import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import type { SessionScope } from "../store/store.ts";
import { buildMemoryProvider } from "./build-memory-provider.ts";

const question = { userMessage: "is the atlas rollout stuck?", sessionId: "now", signal: new AbortController().signal };

async function recalled(name: string, scope: SessionScope | null = null) {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  for (const id of ["old", "now"]) {
    await store.sessions.create(newSession(id, { userId: "ann", chatId: "dm" }));
    await store.openJournal(null).append(id, { role: "user", content: "the atlas rollout is stuck" }, "t");
  }
  const logged: string[] = [];
  const host = buildMemoryProvider({
    name,
    home: "/nowhere",
    env: { HOME: "/nowhere" },
    store,
    scope,
    clock,
    log: (_, event) => void logged.push(event),
    scan: () => ({ blocked: false, reasons: [] }),
    plugged: [{ name: "mine", isAvailable: () => true, prefetch: () => "from a plugin" }],
  });
  return { text: await host.recall(question), logged };
}

test("the provider is chosen by name: none, the stored sessions, a plugin", async () => {
  expect(await recalled("")).toEqual({ text: null, logged: [] });
  const { text, logged } = await recalled("sessions");
  expect([text?.match(/session (\w+)/g), logged]).toEqual([["session old"], []]);
  expect(await recalled("mine")).toEqual({ text: "from a plugin", logged: [] });
});

test("on a shared surface only what the same person said in the same chat is recalled", async () => {
  expect((await recalled("sessions", { userId: "ann", chatId: "dm" })).text).toContain("session old");
  expect((await recalled("sessions", { userId: "ann", chatId: "group" })).text).toBeNull();
  expect((await recalled("sessions", { userId: "bob", chatId: "dm" })).text).toBeNull();
});

test("a name nobody has, or a provider that cannot be used, costs one warning", async () => {
  expect(await recalled("other")).toEqual({ text: null, logged: ["memory.provider_unknown"] });
  expect(await recalled("honcho")).toEqual({ text: null, logged: ["memory.provider_rejected"] });
});
