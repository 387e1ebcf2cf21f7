import type { ToolOutcome } from "../../domain/outcome.ts";
import type { ToolContext } from "../../domain/tool.ts";
import { backgroundRefusal } from "./background-refusal.ts";
import { commandShape, type CommandShape } from "./command-shape.ts";
import { placeOf, type Place } from "./place.ts";
import { runInForeground } from "./run-in-foreground.ts";
import { startInBackground } from "./start-in-background.ts";
import { sudoUse } from "./sudo-use.ts";
import type { TerminalDeps } from "./terminal.ts";

export type CommandAsked = {
  readonly command: string;
  readonly seconds: number;
  readonly workdir: string | undefined;
  readonly background: boolean;
  readonly pty: boolean;
  readonly notify: boolean;
  readonly patterns: readonly string[];
};

export type Around = {
  readonly deps: TerminalDeps;
  readonly context: ToolContext;
  readonly place: Place;
  readonly shape: CommandShape;
  /** A person was asked and said yes. */
  readonly byUser: boolean;
  /** For sudo; null where the command has no use for it or none is known. */
  readonly sudoPassword: string | null;
  /** What of the output may be shown. */
  readonly redact: (text: string) => string;
};

/** One command in its folder: looked at, approved, run, and told to the model. */
export async function perform(asked: CommandAsked, deps: TerminalDeps, context: ToolContext): Promise<ToolOutcome> {
  const place = await placeOf(asked.workdir, deps);
  if (place.kind === "error") return place;
  const shape = await commandShape(asked.command);
  if (shape.problem !== null && !asked.background) return backgroundRefusal(asked.command, shape.problem);
  const action = place.cwd === context.cwd ? asked.command : `cd ${quoted(place.cwd)}\n${asked.command}`;
  const approval = await context.approve({ tool: "terminal", kind: "command", action });
  if (approval.decision === "deny") return { kind: "error", message: approval.reason, effect: "none" };
  if (approval.changesNothing !== true) await context.beforeChange();
  const { people, signal } = context;
  const use = { command: asked.command, cwd: place.cwd, people, signal };
  const takesPassword = shape.usesSudo && !asked.pty; // a terminal would show it
  const sudoPassword = takesPassword ? await deps.sudo.get(sudoUse(use, deps)) : null;
  const mode = shape.dumpsEnvironment ? "environment" : "text";
  const redact = (text: string): string => deps.redact(deps.sudo.watch(text), mode);
  const around = { deps, context, place, shape, byUser: approval.by === "user", sudoPassword, redact };
  return asked.background ? startInBackground(asked, around) : runInForeground(asked, around);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
