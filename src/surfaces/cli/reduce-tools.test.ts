import { expect, test } from "vitest";
import { scriptedInfo as info } from "../../../tests/support/scripted-session.ts";
import type { Display } from "../../commands/slash/display.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { blockLines } from "./block-lines.ts";
import { reduce } from "./reduce.ts";
import { newScreen } from "./screen.ts";
import { paintOf } from "./theme/paint.ts";
import { wantedBlocks } from "./wanted-blocks.ts";

type Call = readonly [id: string, name: string, ok: boolean];

const calls: readonly Call[] = [
  ["c1", "read_file", true],
  ["c2", "read_file", true],
  ["c3", "read_file", false],
  ["c4", "terminal", true],
  ["c5", "read_file", true],
];

function happened([id, name, ok]: Call): readonly AgentEvent[] {
  const call = { id, type: "function", function: { name, arguments: `{"path":"${id}"}` } } as const;
  const content = Array.from({ length: 10 }, (_, line) => `line ${line}`).join("\n");
  const result = { role: "tool", tool_call_id: id, name, tool_name: name, content } as const;
  return [
    { type: "tool.started", call, preview: id },
    { type: "tool.finished", callId: id, result, ok, truncated: false, durationMs: 1_500 },
  ];
}

/** The blocks of tools that a person sees with this wish. */
function shown(toolView: Display["toolView"]) {
  const screen = newScreen({ info, title: null, edits: "allow", yolo: false, toolView }, 0);
  const { finished } = calls
    .flatMap(happened)
    .reduce((now, event) => reduce(now, { type: "event", event }, 0), reduce(screen, { type: "asked", text: "go" }, 0));
  const blocks = wantedBlocks(finished, { toolView, reasoningView: "hidden", showsDiffs: true });
  return blocks.flatMap((block) => (block.kind === "tool" ? [block] : []));
}

const seen = (view: Display["toolView"]) => shown(view).map(({ preview }) => preview);

test("of tools every call is shown, or none, or only where another one begins or one fails", () => {
  expect(seen("all")).toEqual(["c1", "c2", "c3", "c4", "c5"]);
  expect(seen("new")).toEqual(["c1", "c3", "c4", "c5"]);
  expect(seen("off")).toEqual([]);
});

test("with all details a call shows what it was given and how its result begins", () => {
  const [block] = shown("verbose");
  if (block === undefined) throw new Error("nothing is shown");
  expect(blockLines(block, { width: 60, paint: paintOf(null) })).toEqual([
    "✓ read_file c1 1.5s",
    '    {"path":"c1"}',
    ...Array.from({ length: 8 }, (_, line) => `    line ${line}`),
    "    …",
  ]);
});
