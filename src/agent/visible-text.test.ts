import { expect, test } from "vitest";
import type { ApiMode } from "../domain/runtime.ts";
import { visibleText } from "./visible-text.ts";

test.each<[ApiMode, string]>([
  ["chat_completions", "Look. And <more"],
  ["anthropic_messages", "Look. "],
  ["codex_responses", "Look. "],
])("text behind a tool call is shown only by chat servers: %s", (mode, visible) => {
  const shown: string[] = [];
  const text = visibleText(mode, (delta) => shown.push(delta));
  text.push("<think>x</think>Look. ");
  text.callBegan();
  text.push("And <more");
  text.callBegan();
  text.end();
  expect(shown.join("")).toBe(visible);
});
