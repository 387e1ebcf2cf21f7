import fc from "fast-check";
import { expect, test } from "vitest";
import { countedRuntime } from "../../tests/support/counted-runtime.ts";
import type { Message } from "../domain/message.ts";
import { usageOf, type Usage } from "../domain/usage.ts";
import { estimateMessage, familyOf } from "./estimate-tokens.ts";
import { createLedger, type Calibration, type Counted } from "./ledger.ts";

const user = (content: string): Message => ({ role: "user", content });
const answer = (content: string): Message => ({ role: "assistant", content });
const prose = "Take notes while you read, check each claim against its source, and say plainly what is not known yet. ";
const asked = (messages: readonly Message[], more: Partial<Counted> = {}): Counted => ({
  runtime: countedRuntime(),
  system: [{ text: "Be brief.", cached: true }],
  tools: [],
  messages,
  ...more,
});
const used = (prompt: number, output: number, reasoning = 0): Usage =>
  usageOf({
    input_tokens: prompt,
    output_tokens: output,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: reasoning,
  });

test("before any response the whole request is estimated, afterwards only what came since", () => {
  const ledger = createLedger();
  const first = [user("hello")];
  expect(ledger.tokens(asked(first)).source).toBe("estimate");
  ledger.report(used(1_000, 50, 30), asked(first));
  const later = [...first, answer("hi"), user("and now something longer than before")];
  const { tokens, source } = ledger.tokens(asked(later));
  expect(source).toBe("api+delta");
  expect(tokens).toBeGreaterThan(1_020); // prompt and visible output; the reply's own estimate is not added
  expect(tokens).toBeLessThan(1_060);
});

test("a dropped anchor falls back to the estimate", () => {
  const ledger = createLedger();
  ledger.report(used(1_000, 50), asked([user("x")]));
  ledger.drop();
  expect(ledger.tokens(asked([user("x"), answer("y")])).source).toBe("estimate");
});

test("[CC-C15] the provider's count plus an estimate of the result that came since", () => {
  const ledger = createLedger();
  const sent = [user("go")];
  ledger.report(used(60_000, 500), asked(sent));
  const result: Message = {
    role: "tool",
    tool_call_id: "c",
    name: "t",
    tool_name: "t",
    content: prose.repeat(62).slice(0, 4_000),
  };
  const { tokens, source } = ledger.tokens(asked([...sent, answer(""), result]));
  expect(source).toBe("api+delta");
  expect(tokens - 60_500).toBe(estimateMessage(result, familyOf("gpt-4o")));
  expect(Math.abs((tokens - 60_500) / 1_000 - 1)).toBeLessThan(0.25);
});

const countedAfter = (runtime: Counted["runtime"]): number => {
  const ledger = createLedger();
  const sent = asked([user("go")], { runtime });
  ledger.report(used(60_000, 700, 500), sent);
  return ledger.tokens({ ...sent, messages: [...sent.messages, answer("done")] }).tokens;
};

test("[CC-C16] thoughts that are not sent back do not count, those that are do", () => {
  expect(countedAfter(countedRuntime())).toBe(60_200);
  expect(countedAfter(countedRuntime({ apiMode: "codex_responses" }))).toBe(60_700);
});

const schema = (index: number) => ({
  name: `tool_${index}`,
  description: prose,
  parameters: { type: "object", properties: { path: { type: "string", description: prose } } },
});

test("[CC-C17] before the first response the schemas of the tools are part of the count", () => {
  const tools = Array.from({ length: 40 }, (_, index) => schema(index));
  const [without, with40] = [[], tools].map((list) => createLedger().tokens(asked([user("hi")], { tools: list })));
  expect(with40?.source).toBe("estimate");
  expect((with40?.tokens ?? 0) - (without?.tokens ?? 0)).toBeGreaterThan(40 * 40);
  const claude = countedRuntime({ model: "claude-sonnet-4-5", apiMode: "anthropic_messages" });
  const preamble = createLedger().tokens(asked([user("hi")], { tools: tools.slice(0, 1), runtime: claude })).tokens;
  expect(preamble).toBeGreaterThan(350);
});

test("[CC-C20] ten responses at 1.3 times the estimate move the factor there, and it is kept for the model", () => {
  const kept = new Map<string, number>();
  const calibration: Calibration = {
    get: ({ model }) => kept.get(model) ?? 1,
    set: ({ model }, factor) => void kept.set(model, factor),
  };
  const ledger = createLedger(calibration);
  const single = createLedger().estimate({ ...asked([user(prose.repeat(40))]), system: [] });
  let messages: readonly Message[] = [user("go")];
  let prompt = 10_000;
  ledger.report(used(prompt, 10), asked(messages));
  for (let round = 0; round < 10; round++) {
    messages = [...messages, answer("ok"), user(prose.repeat(40))];
    prompt += 10 + Math.round(single * 1.3);
    ledger.report(used(prompt, 10), asked(messages));
  }
  expect(kept.get("gpt-4o")).toBeGreaterThan(1.2);
  expect(kept.get("gpt-4o")).toBeLessThan(1.35);
  expect(createLedger(calibration).estimate(asked([user(prose)]))).toBeGreaterThan(
    1.2 * createLedger().estimate(asked([user(prose)])),
  );
});

test("[CC-I26] with nothing appended the count is what the provider reported", () => {
  const tokens = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(tokens, tokens, fc.array(fc.string(), { minLength: 1 }), (prompt, output, texts) => {
      const ledger = createLedger();
      const messages = texts.map(user);
      ledger.report(used(prompt, output), asked(messages));
      expect(ledger.tokens(asked([...messages, answer("whatever it said")]))).toEqual({
        tokens: prompt + output,
        source: "api+delta",
      });
    }),
  );
});

test("another model weighs the same messages anew", () => {
  const ledger = createLedger();
  const messages = [user(prose.repeat(20))];
  const before = ledger.estimate(asked(messages));
  const after = ledger.estimate(asked(messages, { runtime: countedRuntime({ model: "claude-opus-4-8" }) }));
  expect(after).toBeGreaterThan(before * 1.1);
});
