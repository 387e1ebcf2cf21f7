import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { bytesOf, send } from "../../../tests/support/ask-simulator.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createSimulator } from "../handler.ts";

const Detail = z.record(z.string(), z.unknown());
const Fields = z.object({
  reasoning: z.string().optional(),
  reasoning_content: z.string().optional(),
  reasoning_details: z.array(Detail).optional(),
});
type Fields = z.infer<typeof Fields>;
const Whole = z.object({ choices: z.tuple([z.object({ message: Fields })]) });
const ChunkSchema = z.object({ choices: z.tuple([z.object({ delta: Fields })]) });

const anyThoughts = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant("thinking" as const), text: fc.string({ unit: "grapheme", minLength: 1 }) }),
    fc.record({ type: fc.constant("redacted_thinking" as const), data: fc.string({ minLength: 1 }) }),
  ),
  { minLength: 1, maxLength: 4 },
);

test.each(["deepseek-chat", "anthropic/claude-sonnet-5"])("%s: streamed reasoning adds up to the whole", (model) => {
  fc.assert(
    fc.property(anyThoughts, (blocks) => {
      const text = (stream: boolean): string => {
        const simulator = createSimulator({ clock: new FakeClock(), scenario: { steps: [{ reply: { blocks } }] } });
        const body = { model, messages: [{ role: "user", content: "hi" }], stream };
        return bytesOf(send(simulator, "/v1/chat/completions", body).chunks).toString();
      };
      const whole = Whole.parse(JSON.parse(text(false))).choices[0].message;
      expect(addedUp(text(true))).toEqual({ reasoning: "", reasoning_content: "", reasoning_details: [], ...whole });
    }),
  );
});

/** What a client makes of the deltas: texts grow, details of one index are one. */
function addedUp(stream: string): Required<Fields> {
  const frames = stream.split("\n\n").filter((frame) => frame.startsWith("data: {"));
  const deltas = frames.map((frame) => ChunkSchema.parse(JSON.parse(frame.slice("data: ".length))).choices[0].delta);
  const details: Fields["reasoning_details"] = [];
  for (const piece of deltas.flatMap((delta) => delta.reasoning_details ?? [])) {
    const index = Number(piece["index"]);
    const grown = `${words(details[index])}${words(piece)}`;
    details[index] = { ...details[index], ...piece, ...(piece["type"] === "reasoning.text" ? { text: grown } : {}) };
  }
  return {
    reasoning: deltas.map(({ reasoning = "" }) => reasoning).join(""),
    reasoning_content: deltas.map(({ reasoning_content = "" }) => reasoning_content).join(""),
    reasoning_details: details,
  };
}

function words(detail: Readonly<Record<string, unknown>> | undefined): string {
  return typeof detail?.["text"] === "string" ? detail["text"] : "";
}
