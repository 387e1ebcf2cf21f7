import { describe, expect, test } from "vitest";
import type { Question } from "../../domain/approval.ts";
import { onEnter } from "./busy-enter.ts";
import { onPanelKey, writtenAnswer } from "./panel-keys.ts";
import { untouched } from "./screen.ts";
import { onCtrlC, onCtrlD } from "./stop-keys.ts";

describe("Ctrl+C", () => {
  const idle = { activity: "idle", hasText: false, armed: null, nowMs: 5_000 } as const;

  test("warns at an empty prompt and leaves when it comes again within two seconds", () => {
    expect(onCtrlC(idle)).toEqual({ act: "hint", armed: { kind: "exit", atMs: 5_000 } });
    expect(onCtrlC({ ...idle, armed: { kind: "exit", atMs: 3_000 } })).toEqual({ act: "exit", armed: null });
    expect(onCtrlC({ ...idle, armed: { kind: "exit", atMs: 2_999 } }).act).toBe("hint");
  });

  test("clears what was typed, and that is no step towards leaving", () => {
    expect(onCtrlC({ ...idle, hasText: true })).toEqual({ act: "clear", armed: null });
  });

  test("stops a turn, and a second one leaves at once", () => {
    const busy = { ...idle, activity: "busy" } as const;
    expect(onCtrlC(busy)).toEqual({ act: "interrupt", armed: { kind: "force", atMs: 5_000 } });
    expect(onCtrlC({ ...busy, armed: { kind: "force", atMs: 4_000 } }).act).toBe("force-exit");
  });

  test("having stopped a turn does not make the next one at the prompt an exit", () => {
    expect(onCtrlC({ ...idle, armed: { kind: "force", atMs: 4_900 } }).act).toBe("hint");
  });

  test("closes an open question first", () => {
    expect(onCtrlC({ ...idle, activity: "panel" })).toEqual({ act: "close-panel", armed: null });
  });
});

test("Ctrl+D leaves only an empty prompt", () => {
  expect(onCtrlD({ activity: "idle", hasText: false })).toBe("exit");
  expect(onCtrlD({ activity: "idle", hasText: true })).toBe("edit");
  expect(onCtrlD({ activity: "busy", hasText: false })).toBe("nothing");
  expect(onCtrlD({ activity: "panel", hasText: false })).toBe("close-panel");
});

describe("Enter", () => {
  const moment = {
    text: "go",
    hasPictures: false,
    isBusy: false,
    mode: "interrupt",
    before: null,
    nowMs: 1_000,
  } as const;

  test("sends when nothing runs, and else does what the setting says", () => {
    expect(onEnter(moment)).toBe("send");
    expect(
      (["interrupt", "queue", "steer"] as const).map((mode) => onEnter({ ...moment, isBusy: true, mode })),
    ).toEqual(["interrupt", "queue", "steer"]);
  });

  test("twice within 300 ms with the same text is one message", () => {
    expect(onEnter({ ...moment, before: { text: "go", atMs: 701 } })).toBe("ignore");
    expect(onEnter({ ...moment, before: { text: "go", atMs: 700 } })).toBe("send");
    expect(onEnter({ ...moment, before: { text: "no", atMs: 999 } })).toBe("send");
  });

  test("does nothing without words, unless pictures go along", () => {
    expect(onEnter({ ...moment, text: " \n" })).toBe("ignore");
    expect(onEnter({ ...moment, text: "", hasPictures: true })).toBe("send");
  });

  test("with pictures never steers: a tool result carries words only", () => {
    expect(onEnter({ ...moment, isBusy: true, mode: "steer", hasPictures: true })).toBe("queue");
  });
});

describe("a question for permission", () => {
  const question: Question = { id: "q", kind: "approval", text: "May I?", choices: ["once", "deny"] };
  const press = (letter: string) => onPanelKey(question, untouched, { letter });

  test("takes only answers that are offered", () => {
    expect(press("o")).toEqual({ kind: "answer", choice: "once" });
    expect(press("d")).toEqual({ kind: "answer", choice: "deny" });
    expect([press("s"), press("a"), press("y")]).toEqual([
      { kind: "nothing" },
      { kind: "nothing" },
      { kind: "nothing" },
    ]);
  });

  test("is never answered with yes by Enter, and by Escape with no", () => {
    expect(onPanelKey(question, untouched, "enter")).toEqual({ kind: "nothing" });
    expect(onPanelKey(question, untouched, "escape")).toEqual({ kind: "answer", choice: "deny" });
  });
});

describe("a question with choices", () => {
  const question: Question = { id: "q", kind: "clarify", text: "Which?", choices: ["a", "b", "c"], multiSelect: true };

  test("sends what is marked in the order of the list, or the line under the cursor", () => {
    const marked = { ...untouched, chosen: [2, 0], cursor: 1 };
    expect(onPanelKey(question, marked, "enter")).toEqual({ kind: "answer", choice: "a, c" });
    expect(onPanelKey(question, { ...untouched, cursor: 1 }, "enter")).toEqual({ kind: "answer", choice: "b" });
  });

  test("keeps what was marked beside an answer of one's own", () => {
    expect(writtenAnswer(question, { ...untouched, chosen: [3, 1, 0] }, "and more")).toBe("a, b, and more");
    expect(writtenAnswer(question, untouched, "only this")).toBe("only this");
  });

  test("has a last line for an answer of one's own, and Escape skips", () => {
    expect(onPanelKey(question, { ...untouched, cursor: 3 }, "enter")).toEqual({ kind: "write" });
    expect(onPanelKey(question, untouched, "escape")).toEqual({ kind: "answer", choice: "" });
  });
});
