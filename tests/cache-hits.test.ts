import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultColumns, referenceColumns } from "../bench/cost/columns.ts";
import { createMeter } from "../bench/cost/meter.ts";
import { sized } from "../bench/cost/sized.ts";
import type { Message } from "../src/domain/message.ts";
import { assistant, call, result, user } from "./fixtures/wire/requests.ts";

const tokens = fc.nat({ max: 3_000 });
const anyStep = fc.record({ said: fc.option(tokens), calls: fc.array(tokens, { maxLength: 25 }) });
const marking = [...referenceColumns, ...defaultColumns].filter(
  ({ caching, settings }) => caching.kind === "markers" && settings.enabled && settings.strategy === "anchored",
);

/** A turn goes on with calls and their results, or ends with an answer and the next question. */
function messagesOf(
  { said, calls }: { said: number | null; calls: readonly number[] },
  at: number,
): readonly Message[] {
  const made = calls.map((_, index) => call(`call_${at}_${index}`));
  const text = said === null && calls.length > 0 ? "" : sized(said ?? 0, `said ${at}`);
  const reply = assistant(text, calls.length === 0 ? {} : { tool_calls: made });
  const results = made.map(({ id }, index) => result(id, sized(calls[index] ?? 0, `result ${id}`)));
  return [reply, ...(calls.length === 0 ? [user(sized(50, `question ${at}`))] : results)];
}

test("[CC-I24] with anchored markers every request reads all that the one before it left, whatever was appended", () => {
  fc.assert(
    fc.property(fc.constantFrom(...marking), fc.array(anyStep, { minLength: 1, maxLength: 8 }), (column, steps) => {
      const meter = createMeter(column);
      let messages: readonly Message[] = [user(sized(400, "question"))];
      let left = 0;
      for (const [at, step] of steps.entries()) {
        const turnStart = messages.findLastIndex(({ role }) => role === "user");
        const { use } = meter.send({ messages, turnStart, atSeconds: at * 20 });
        expect(use.read).toBeGreaterThanOrEqual(left);
        left = use.read + use.write;
        messages = [...messages, ...messagesOf(step, at)];
      }
      expect(left).toBeGreaterThanOrEqual(20_000);
    }),
  );
});
