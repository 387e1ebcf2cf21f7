import fc from "fast-check";
import { expect, test } from "vitest";
import { answers, fakePlatform, type FakePlatform } from "../../../../tests/support/fake-platform.ts";
import { turn, voiceOf, voicesWorld } from "../../../../tests/support/voices-world.ts";
import type { AgentEvent } from "../../../domain/event.ts";
import type { TurnShow } from "../chat-voice.ts";

const text = (delta: string): AgentEvent => ({ type: "text.delta", text: delta });
const tool = (id: string, name: string, preview: string): AgentEvent => ({
  type: "tool.started",
  call: { id, type: "function", function: { name, arguments: `{"path":"${preview}"}` } },
  preview,
});
const child = (id: string, phase: "started" | "ended", note: string): AgentEvent => ({
  type: "subagent.changed",
  id,
  index: 0,
  number: 1,
  phase,
  goal: "look",
  note,
});

function streamed(platform: FakePlatform, display = {}) {
  const world = voicesWorld(platform, { streaming: true, ...display });
  const show: TurnShow = voiceOf(world).follow({ ...turn, replyTo: "p1" });
  return { world, clock: world.clock, show };
}

const doings = ({ acts }: FakePlatform): readonly string[] =>
  acts.map((act) => ("text" in act ? `${act.did} ${act.text}` : act.did));

test("an answer grows by edits with a cursor, no faster than allowed, and ends as it is stored", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform);
  show.hear(text("Too short to show."));
  await clock.advance(2_000);
  expect(platform.acts).toEqual([]);
  show.hear(text(" Now it is enough."));
  await clock.advance(0);
  for (const word of [" One", " two", " three"]) {
    show.hear(text(word));
    await clock.advance(300);
  }
  await clock.runUntil(show.finish("Too short to show. Now it is enough. One two three."));
  expect(doings(platform)).toEqual([
    "send Too short to show. Now it is enough. ▉",
    "edit Too short to show. Now it is enough. One two three ▉",
    "edit Too short to show. Now it is enough. One two three.",
  ]);
  expect(platform.acts[0]).toMatchObject({ replyTo: "p1" });
});

const flood = answers({ ok: false, kind: "retryable", error: "flood", retryAfterMs: 3_000 });
const refusal = answers({ ok: false, kind: "rejected", error: "too old" });
const piece = fc.constantFrom(
  "word ",
  "\n",
  "```\n",
  "**bold** ",
  "`code` ",
  "longer line of text\n",
  "😀",
  "x".repeat(70),
);

test("however an answer came in, and whatever failed on the way, all of it stands there in the end", async () => {
  const answerInPieces = fc.array(fc.record({ said: piece, waitMs: fc.constantFrom(0, 300, 900) }), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(
      answerInPieces,
      fc.array(fc.constantFrom(flood, refusal), { maxLength: 6 }),
      async (pieces, fates) => {
        const platform = fakePlatform({ maxLength: 320 });
        const { clock, show } = streamed(platform);
        platform.script("edit", ...fates);
        for (const { said, waitMs } of pieces) {
          show.hear(text(said));
          await clock.advance(waitMs);
        }
        const answer = pieces.map(({ said }) => said).join("");
        await clock.runUntil(show.finish(answer));
        expect(
          wordsOf(
            platform
              .shown()
              .join("\n")
              .replaceAll(/\(\d+\/\d+\)$/gm, ""),
          ),
        ).toBe(wordsOf(answer));
      },
    ),
  );
});

test("the platform's own minimum between edits wins", async () => {
  const platform = fakePlatform({ editMinIntervalMs: 5_000 });
  const { clock, show } = streamed(platform);
  for (let second = 0; second < 11; second++) {
    show.hear(text("words that go on and on "));
    await clock.advance(1_000);
  }
  expect(platform.acts.map(({ did }) => did)).toEqual(["send", "edit", "edit"]);
});

test("a full message is left as it is and the text goes on in the next, fences and all", async () => {
  const platform = fakePlatform({ maxLength: 320 });
  const { clock, show } = streamed(platform);
  const code = Array.from({ length: 40 }, (_, line) => `line ${line} of code`).join("\n");
  const answer = `See:\n\`\`\`js\n${code}\n\`\`\`\nThat is it.`;
  for (let at = 0; at < answer.length; at += 40) {
    show.hear(text(answer.slice(at, at + 40)));
    await clock.advance(800);
  }
  await clock.runUntil(show.finish(answer));
  const shown = platform.shown();
  expect(shown.every((part) => part.length <= 320 && part.split("```").length === 3)).toBe(true);
  expect(shown.join("\n").replaceAll("\n```\n```js", "")).toBe(answer);
  expect(shown.join("")).not.toContain("▉");
});

test("who is told to slow down stops editing until then, and sends the final text once", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform);
  show.hear(text("The beginning of a long answer"));
  await clock.advance(1_000);
  platform.script("edit", answers({ ok: false, kind: "retryable", error: "flood", retryAfterMs: 20_000 }));
  for (let second = 0; second < 10; second++) {
    show.hear(text(" more"));
    await clock.advance(1_000);
  }
  expect(platform.acts.map(({ did }) => did)).toEqual(["send", "edit"]);
  await clock.runUntil(show.finish("The end."));
  expect([platform.shown(), platform.acts.map(({ did }) => did)]).toEqual([["The end."], ["send", "edit", "edit"]]);
});

test("where editing fails, the rest is a message of its own", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform);
  show.hear(text("The beginning of an answer,"));
  await clock.advance(1_000);
  const refuses = answers({ ok: false, kind: "rejected", error: "too old" });
  platform.script("edit", refuses, refuses);
  show.hear(text(" its middle"));
  await clock.advance(5_000);
  await clock.runUntil(show.finish("The beginning of an answer, its middle and its end."));
  expect(platform.shown()).toEqual(["The beginning of an answer, ▉", " its middle and its end."]);
});

test("lines for us and thoughts never show while the answer is written", async () => {
  const platform = fakePlatform({ media: [] });
  const { clock, show } = streamed(platform);
  const answer =
    "Here is the picture you wanted.\nMEDIA:/tmp/none.png\n[[as_document]]\nAnd <think>hidden</think>that was all.";
  for (const letter of answer) {
    show.hear(text(letter));
    await clock.advance(400);
  }
  expect(doings(platform).filter((act) => /MEDIA|as_doc|think|hidden|\[\[/.test(act))).toEqual([]);
  await clock.runUntil(show.finish(answer.replace("<think>hidden</think>", "")));
  expect(platform.shown()).toEqual([
    "Here is the picture you wanted.\nAnd that was all.\n\n(none.png is not attached: there is no such file)",
  ]);
});

test("what is said before tools stands, and the answer comes below it", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform);
  show.hear(text("Let me look."));
  show.hear({ type: "segment.ended" });
  await clock.runUntil(show.flush());
  expect(platform.shown()).toEqual(["Let me look."]);
  show.hear(text("I have looked, and this is what I found"));
  await clock.runUntil(show.finish("I have looked, and this is what I found: nothing."));
  expect(platform.shown()).toEqual(["Let me look.", "I have looked, and this is what I found: nothing."]);
});

test("a platform that cannot edit gets the answer whole", async () => {
  const platform = fakePlatform({ edit: false });
  const { clock, show } = streamed(platform);
  show.hear(text("A text that is long enough to be shown early"));
  await clock.advance(10_000);
  expect(platform.acts).toEqual([]);
  await clock.runUntil(show.finish("The answer."));
  expect(doings(platform)).toEqual(["send The answer."]);
});

test("a turn without an answer ends with the line that says so", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform, { toolProgress: "all" });
  show.hear(tool("1", "read_file", "a.txt"));
  show.hear(text("A beginning that leads nowhere"));
  await clock.advance(5_000);
  await clock.runUntil(show.abandon("Stopped."));
  expect(platform.shown()).toEqual(["A beginning that leads nowhere", "Stopped."]);
});

test("tools share one message of the last eight; it goes when the answer comes, or stays", async () => {
  for (const remove of [true, false]) {
    const platform = fakePlatform({ remove });
    const { clock, show } = streamed(platform, { toolProgress: "all", streaming: false });
    for (let call = 1; call <= 10; call++) {
      show.hear(tool(`${call}`, "read_file", `file${call}`));
      await clock.advance(100);
    }
    await clock.advance(1_000);
    const lines = ["… 2 earlier", ...Array.from({ length: 8 }, (_, line) => `\`read_file: file${line + 3}\``)];
    expect(platform.shown()).toEqual([lines.join("\n")]);
    expect(platform.acts.length).toBeLessThan(4);
    await clock.runUntil(show.finish("Done."));
    expect(platform.shown()).toEqual(remove ? ["Done."] : [lines.join("\n"), "Done."]);
  }
});

test.each([
  ["new", "`read_file: a`\n`terminal: c`"],
  ["all", "`read_file: a`\n`read_file: b`\n`terminal: c`"],
  ["verbose", '`read_file: {"path":"a"}`\n`read_file: {"path":"b"}`\n`terminal: {"path":"c"}`'],
  ["off", undefined],
  ["log", undefined],
] as const)("progress of the kind %s", async (toolProgress, shown) => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform, { toolProgress });
  for (const [id, name] of [
    ["a", "read_file"],
    ["b", "read_file"],
    ["c", "terminal"],
  ] as const)
    show.hear(tool(id, name, id));
  await clock.advance(5_000);
  expect(platform.shown()[0]).toBe(shown);
});

test("secrets in previews are masked, children share a line, and a platform without edits is spared", async () => {
  const platform = fakePlatform();
  const { clock, show } = streamed(platform, { toolProgress: "all" });
  show.hear(tool("1", "terminal", "curl -H 'Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'"));
  show.hear(child("x", "started", "read_file"));
  show.hear(child("y", "started", "web_search"));
  await clock.advance(5_000);
  const [shown = ""] = platform.shown();
  expect(shown).not.toContain("abcdefghijklmnop");
  expect(shown.split("\n").slice(1)).toEqual(["2 subagents: `web_search`"]);
  const spared = fakePlatform({ edit: false });
  const other = streamed(spared, { toolProgress: "all" });
  other.show.hear(tool("1", "terminal", "ls"));
  await other.clock.advance(5_000);
  expect(spared.acts).toEqual([]);
});

/** Without white space and the marks that parts and cursors add. */
function wordsOf(said: string): string {
  return said.replaceAll(/[\s`▉]/gu, "");
}
