import { expect, test } from "vitest";
import type { AgentEvent } from "../domain/event.ts";
import { EventBuffer } from "./event-buffer.ts";

const text = (word: string): AgentEvent => ({ type: "text.delta", text: word });

async function all(buffer: EventBuffer): Promise<AgentEvent[]> {
  return Array.fromAsync(buffer);
}

test("an early and a late reader both get every event in order", async () => {
  const buffer = new EventBuffer();
  const early = all(buffer);
  buffer.push(text("a"));
  await Promise.resolve();
  buffer.push(text("b"));
  buffer.close();
  const expected = [text("a"), text("b")];
  expect([await early, await all(buffer)]).toEqual([expected, expected]);
});

test("leaving the iteration stops the reader, not the writer", async () => {
  const buffer = new EventBuffer();
  buffer.push(text("a"));
  for await (const event of buffer) {
    expect(event).toEqual(text("a"));
    break;
  }
  buffer.push(text("b"));
  buffer.close();
  expect(await all(buffer)).toHaveLength(2);
});
