import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { createProviderHost } from "../memory/providers/provider-host.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { providerContext } from "../../tests/support/provider-context.ts";
import { endMemory } from "./tell-memory.ts";

function memory(told: unknown[]) {
  const log = (_level: string, event: string): void => void told.push(event);
  const host = createProviderHost({ clock: new FakeClock(), log, scan: () => ({ blocked: false, reasons: [] }) });
  host.register({ name: "ear", isAvailable: () => true, onSessionEnd: (messages) => void told.push(messages) });
  host.start("s", providerContext);
  return { outsideMemory: host, log };
}

test("a session that ends is told to outside memory, an empty one is not", async () => {
  const told: unknown[] = [];
  const parts = memory(told);
  const messages: readonly Message[] = [{ role: "user", content: "hi" }];
  endMemory(parts, () => []);
  endMemory(parts, () => messages);
  await parts.outsideMemory.close();
  expect(told).toEqual([messages]);
});

test("a history that cannot be read keeps nobody from closing", () => {
  const told: unknown[] = [];
  endMemory(memory(told), () => {
    throw new Error("unreadable");
  });
  expect(told).toEqual(["memory.end_untold"]);
});
