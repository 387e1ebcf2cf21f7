import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { usageOf } from "../domain/usage.ts";
import { createLedger, type Counted } from "./ledger.ts";

const user = (content: string): Message => ({ role: "user", content });
const answer = (content: string): Message => ({ role: "assistant", content });
const asked = (messages: readonly Message[]): Counted => ({
  model: "gpt-4o",
  system: [{ text: "Be brief.", cached: true }],
  tools: [],
  messages,
});
const usage = usageOf({
  input_tokens: 1_000,
  output_tokens: 50,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 30,
});

test("before any response the whole request is estimated, afterwards only what came since", () => {
  const ledger = createLedger();
  const first = [user("hello")];
  expect(ledger.tokens(asked(first)).source).toBe("estimate");
  ledger.report(usage, first.length);
  const later = [...first, answer("hi"), user("and now something longer than before")];
  const { tokens, source } = ledger.tokens(asked(later));
  expect(source).toBe("api+delta");
  expect(tokens).toBeGreaterThan(1_020); // prompt and visible output; the reply's own estimate is not added
  expect(tokens).toBeLessThan(1_060);
});

test("a dropped anchor falls back to the estimate", () => {
  const ledger = createLedger();
  ledger.report(usage, 1);
  ledger.drop();
  expect(ledger.tokens(asked([user("x"), answer("y")])).source).toBe("estimate");
});
