import type { Terminal } from "@earendil-works/pi-tui";
import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LiveScreen } from "./live-screen.ts";

type Size = { columns: number; rows: number };

const nothing = (): void => undefined;

/** A screen over an emulator: what it writes, and what a person then sees. */
function screenOf(size: Size) {
  const emulator = new xterm.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 20_000,
    allowProposedApi: true,
  });
  const seen = { bytes: 0, live: [""] };
  const terminal: Terminal = {
    start: nothing,
    stop: nothing,
    drainInput: async () => undefined,
    write: (data) => {
      seen.bytes += data.length;
      emulator.write(data);
    },
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
    kittyProtocolActive: false,
    moveBy: nothing,
    hideCursor: nothing,
    showCursor: nothing,
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
  };
  const screen = new LiveScreen(terminal);
  screen.addChild({ render: () => [...seen.live], invalidate: nothing });
  return {
    paint: (committed: readonly string[], live: readonly string[]) => {
      screen.commit(committed);
      seen.live = [...live];
      screen.renderNow();
    },
    bytes: () => seen.bytes,
    lines: async (): Promise<readonly string[]> => {
      await new Promise<void>((done) => emulator.write("", done));
      const { active } = emulator.buffer;
      const all = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
      return all.slice(0, all.findLastIndex((line) => line !== "") + 1);
    },
  };
}

const line = fc.constantFrom("alpha", "beta", "gamma delta", "你好", "👍 ok", "e\u0301t\u0301e\u0301", "x");
const frame = fc.record({
  committed: fc.array(line, { maxLength: 4 }),
  live: fc.array(line, { minLength: 1, maxLength: 6 }),
});

test("whatever is committed and shown, the terminal holds what is final once, in order, and then what is live", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 12 }), async (frames) => {
      const screen = screenOf({ columns: 40, rows: 8 });
      for (const { committed, live } of frames) screen.paint(committed, live);
      const expected = [...frames.flatMap(({ committed }) => committed), ...(frames.at(-1)?.live ?? [])];
      expect(await screen.lines()).toEqual(expected);
    }),
  );
});

function text(index: number): string {
  return `line ${String(index).padStart(5, "0")} of the answer, and some words`;
}

test("ten thousand lines cost what they hold: the last thousand no more bytes than the first", async () => {
  const screen = screenOf({ columns: 80, rows: 24 });
  const editor = ["-".repeat(80), "", "-".repeat(80), "the status bar"];
  const costOf = (from: number): number => {
    const before = screen.bytes();
    for (let index = from; index < from + 1_000; index += 10) {
      const block = Array.from({ length: 10 }, (_, offset) => text(index + offset));
      screen.paint([], ["", ...block.slice(0, 5), ...editor]); // as it grows
      screen.paint(["", ...block], editor);
    }
    return screen.bytes() - before;
  };
  const costs = Array.from({ length: 10 }, (_, thousand) => costOf(1_000 * thousand));
  expect(costs.at(-1)).toBe(costs[1]);
  const lines = await screen.lines();
  expect(lines.filter((each) => each.startsWith("line ")).length).toBe(10_000);
  expect(lines).toHaveLength(11_000 + editor.length);
});

test("a line that was shown while it grew is not written again when it is final", () => {
  const screen = screenOf({ columns: 80, rows: 24 });
  screen.paint([], ["the words of an answer", "spinner", "editor"]);
  const before = screen.bytes();
  screen.paint(["the words of an answer"], ["spinner", "editor"]);
  expect(screen.bytes() - before).toBeLessThan(60);
});
