import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { replay, type Replayed } from "../../../tests/fixtures/wire/replay.ts";
import { aRequest } from "../../../tests/fixtures/wire/requests.ts";
import type { ModelDelta } from "../../domain/model-client.ts";
import { createAnthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import { createChatCompletions } from "./chat-completions/chat-completions.ts";
import { createOpenaiResponses } from "./openai-responses/openai-responses.ts";

const chat = createChatCompletions();
const anthropic = createAnthropicMessages();
const responses = createOpenaiResponses();

const replays: Readonly<Record<string, (pieces: readonly Uint8Array[]) => Replayed>> = {
  chat: (pieces) => replay(chat, aRequest("chat_completions"), pieces),
  anthropic: (pieces) => replay(anthropic, aRequest("anthropic_messages"), pieces),
  responses: (pieces) => replay(responses, aRequest("codex_responses"), pieces),
};

const recordings = globSync("tests/fixtures/wire/*.sse").map((path) => basename(path, ".sse"));

test("there are recordings of all three formats", () => {
  expect(new Set(recordings.map((name) => name.split("-")[0]))).toEqual(new Set(Object.keys(replays)));
});

describe.each(recordings.toSorted())("%s", (name) => {
  const bytes = readFileSync(`tests/fixtures/wire/${name}.sse`);
  const play = (...pieces: readonly Uint8Array[]): Replayed => {
    const replayed = replays[name.split("-")[0] ?? ""]?.(pieces);
    if (replayed === undefined) throw new Error(`No format for ${name}`);
    return replayed;
  };

  test("gives the reply and the deltas written down beside it", () => {
    const expected: unknown = JSON.parse(readFileSync(`tests/fixtures/wire/${name}.json`, "utf8"));
    expect(play(bytes)).toEqual(expected);
  });

  test("gives the same wherever the connection cuts it in two", () => {
    const whole = JSON.stringify(play(bytes));
    for (let cut = 1; cut < bytes.length; cut++) {
      const cutHere = JSON.stringify(play(bytes.subarray(0, cut), bytes.subarray(cut)));
      if (cutHere !== whole) expect(cutHere, `cut at byte ${cut}`).toBe(whole);
    }
  });

  test("shows a beginning of the same when it breaks off at any byte", () => {
    const whole = shown(play(bytes).deltas);
    for (let end = 0; end < bytes.length; end++) {
      const part = shown(play(bytes.subarray(0, end)).deltas);
      if (!whole.startsWith(part)) expect(part, `broken off at byte ${end}`).toBe(whole.slice(0, part.length));
    }
  });
});

function shown(deltas: readonly ModelDelta[]): string {
  return deltas.map((delta) => ("text" in delta ? delta.text : "name" in delta ? delta.name : "")).join("");
}
