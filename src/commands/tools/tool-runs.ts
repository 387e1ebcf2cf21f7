import { nearest } from "../../text/nearest.ts";
import { toolSwitchPhrases as say } from "../../text/phrases/tool-switches.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven, textFlag } from "../flag-value.ts";

export type ToolRuns = Readonly<Record<"choose" | "list" | "enable" | "disable", CommandRun>>;

export type SwitchRow = { readonly name: string; readonly tools: readonly string[]; readonly on: boolean };

/** The switches of one platform. */
export type ToolWorld = {
  readonly kind: "tools";
  readonly rows: readonly SwitchRow[];
  /** Everything that may be switched, sets of sets and single tools too. */
  readonly names: readonly string[];
  /** What the rows do not say. */
  readonly notes: readonly string[];
  /** What else to write, or the first name that another setting keeps as it is. */
  readonly change: (names: readonly string[], isOn: boolean) => Promise<ChangeEnd>;
};

export type ChangeEnd =
  | { readonly kind: "written" }
  | { readonly kind: "overruled"; readonly name: string }
  | { readonly kind: "refused"; readonly message: string };

type Refusal = { readonly kind: "refused"; readonly message: string; readonly exitCode: number };

export type ToolParts = {
  readonly open: (call: CommandCall, platform: string) => Promise<ToolWorld | Refusal>;
  /** A person ticks; null: they left. */
  readonly tick: (title: string, rows: readonly SwitchRow[]) => Promise<readonly boolean[] | null>;
};

export function toolRuns(parts: ToolParts): ToolRuns {
  const withTools = async (call: CommandCall, work: (world: ToolWorld) => Promise<number>): Promise<number> => {
    const world = await parts.open(call, platformOf(call));
    return world.kind === "refused" ? fail(call, world.message, world.exitCode) : work(world);
  };
  const list: CommandRun = (call) => withTools(call, async (world) => show(call, world));
  const switchTo =
    (isOn: boolean): CommandRun =>
    (call) =>
      withTools(call, (world) => change(call, world, isOn));
  return {
    list,
    enable: switchTo(true),
    disable: switchTo(false),
    choose: (call) =>
      withTools(call, async (world) => {
        if (!call.terminal.inIsTty || !call.terminal.outIsTty) return show(call, world);
        const ticked = await parts.tick(say.title(platformOf(call)), world.rows);
        return ticked === null ? told(call, say.unchanged) : keep(call, world, ticked);
      }),
  };
}

function platformOf({ flags }: CommandCall): string {
  return textFlag(flags, "platform") ?? "cli";
}

function show(call: CommandCall, { rows, notes }: Pick<ToolWorld, "rows" | "notes">): number {
  if (isGiven(call.flags, "json"))
    return told(call, JSON.stringify({ platform: platformOf(call), sets: rows }, null, 2));
  return told(call, [...rows.map(rowText), ...notes].join("\n"));
}

export function rowText({ name, tools, on }: SwitchRow): string {
  return `[${on ? "x" : " "}] ${name.padEnd(16)} ${tools.join(", ")}`.trimEnd();
}

async function change(call: CommandCall, world: ToolWorld, isOn: boolean): Promise<number> {
  const names = [...new Set(call.positionals)];
  const unknown = names.find((name) => !world.names.includes(name));
  if (unknown !== undefined) return fail(call, say.unknown(unknown, nearest(unknown, world.names)), 2);
  return ended(call, await world.change(names, isOn), say.switched(names, isOn, platformOf(call)));
}

async function keep(call: CommandCall, world: ToolWorld, ticked: readonly boolean[]): Promise<number> {
  const changed = world.rows.filter(({ on }, index) => on !== ticked[index]);
  if (changed.length === 0) return told(call, say.unchanged);
  for (const isOn of [true, false]) {
    const names = changed.filter(({ on }) => on !== isOn).map(({ name }) => name);
    if (names.length === 0) continue;
    const code = ended(call, await world.change(names, isOn), say.switched(names, isOn, platformOf(call)));
    if (code !== 0) return code;
  }
  return 0;
}

function ended(call: CommandCall, end: ChangeEnd, done: string): number {
  switch (end.kind) {
    case "written":
      return told(call, done);
    case "overruled":
      return fail(call, say.overruled(end.name), 1);
    case "refused":
      return fail(call, end.message, 1);
  }
}

function told({ terminal }: CommandCall, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}
