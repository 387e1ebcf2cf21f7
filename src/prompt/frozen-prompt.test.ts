import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptySnapshot } from "../domain/memory.ts";
import { freezePrompt, thawPrompt } from "./frozen-prompt.ts";
import type { PromptInputs } from "./layer.ts";

const inputs: PromptInputs = {
  soul: null,
  systemMessage: null,
  ...emptySnapshot,
  startedAtMs: Date.UTC(2026, 2, 30, 21, 30, 0),
  timezone: "America/Los_Angeles",
  sessionId: null,
  model: "gpt-4o",
  provider: "openai",
  platform: "linux",
  cwd: "/project",
  shell: "bash",
  hasTools: true,
};

test("two builds from the same inputs give the same bytes", () => {
  expect(freezePrompt(inputs)).toEqual(freezePrompt(inputs));
});

test("layers stand in order, empty ones leave no trace, and the metadata slices the text", () => {
  const { text, meta } = freezePrompt({
    ...inputs,
    soul: "I am Ada.\r\nI like tests.\n\n",
    systemMessage: "Answer in French.",
    memory: { entries: ["uses tabs", "lives in UTC\nor so"], usage: "1% — 30/2,200 chars" },
    user: { entries: ["Ada"], usage: "0% — 3/1,375 chars" },
  });
  expect(text.startsWith("I am Ada.\nI like tests.\n\n# Working\n")).toBe(true);
  expect(text).toContain(
    "\n\nAnswer in French.\n\n## Persistent Memory\n[1% — 30/2,200 chars]\n- uses tabs\n- lives in UTC\n  or so\n\n" +
      "## User Profile\n[0% — 3/1,375 chars]\n- Ada\n\nCurrent time:",
  );
  expect(meta?.layers.map((layer) => layer.id)).toEqual([
    "identity",
    "guidance",
    "system-message",
    "memory",
    "user",
    "timestamp",
    "environment",
  ]);
  const bytes = Buffer.from(text);
  let at = 0;
  for (const layer of meta?.layers ?? []) {
    const slice = bytes.subarray(at, at + layer.bytes);
    expect(createHash("sha256").update(slice).digest("hex")).toBe(layer.sha256);
    at += layer.bytes + 2;
  }
});

test("the start time carries the offset of its zone, the session only when asked for", () => {
  expect(freezePrompt(inputs).text).toContain("Current time: 2026-03-30T14:30:00-07:00\nModel: gpt-4o");
  expect(freezePrompt({ ...inputs, timezone: "UTC", sessionId: "s1" }).text).toContain(
    "Current time: 2026-03-30T21:30:00+00:00\nSession: s1\n",
  );
});

test("a stored prompt comes back untouched, also when its metadata is damaged", () => {
  const stored = { text: "  as it was \r\n", meta: { version: 99 } };
  expect(thawPrompt(stored)).toEqual({ text: stored.text, meta: null });
  const frozen = freezePrompt(inputs);
  const meta: unknown = JSON.parse(JSON.stringify(frozen.meta)); // as the store would hand it back
  expect(thawPrompt({ text: frozen.text, meta })).toEqual(frozen);
});

test.each([Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)])(
  "the system's zone is the one Intl names, at %d",
  (startedAtMs) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const textIn = (timezone: string): string => freezePrompt({ ...inputs, startedAtMs, timezone }).text;
    expect(textIn("system")).toBe(textIn(timeZone));
  },
);
