import type { Display } from "../../../commands/slash/display.ts";
import type { Picture, Screen, Waiting } from "../screen.ts";

/** What changes about the line and the messages that wait, and how the person wants to see the rest. */
export type InputAction =
  | { readonly type: "queued"; readonly text: string; readonly first: boolean; readonly pictures?: readonly Picture[] }
  | { readonly type: "unqueued"; readonly end: "first" | "last" }
  | { readonly type: "attached"; readonly picture: Picture }
  | { readonly type: "detached"; readonly which: "last" | "all" }
  | { readonly type: "shell.started"; readonly command: string }
  | { readonly type: "shell.ended" }
  | { readonly type: "display.changed"; readonly change: Partial<Display> };

const types: ReadonlySet<string> = new Set<InputAction["type"]>([
  "queued",
  "unqueued",
  "attached",
  "detached",
  "shell.started",
  "shell.ended",
  "display.changed",
]);

export function isInput(action: { readonly type: string }): action is InputAction {
  return types.has(action.type);
}

export function reduceInput(screen: Screen, action: InputAction, nowMs: number): Screen {
  switch (action.type) {
    case "queued":
    case "unqueued":
      return { ...screen, queue: reduceQueue(screen.queue, action) };
    case "attached":
      return { ...screen, pictures: [...screen.pictures, action.picture] };
    case "detached":
      return screen.pictures.length === 0 ? screen : { ...screen, pictures: left(screen.pictures, action.which) };
    case "shell.started":
      return { ...screen, shell: { command: action.command, startedMs: nowMs } };
    case "shell.ended":
      return { ...screen, shell: null };
    case "display.changed":
      return { ...screen, ...action.change };
  }
}

function reduceQueue(
  queue: readonly Waiting[],
  action: Extract<InputAction, { type: "queued" | "unqueued" }>,
): readonly Waiting[] {
  if (action.type === "unqueued") return action.end === "first" ? queue.slice(1) : queue.slice(0, -1);
  const one: Waiting = { text: action.text, pictures: action.pictures ?? [] };
  return action.first ? [one, ...queue] : [...queue, one];
}

function left(pictures: readonly Picture[], gone: "last" | "all"): readonly Picture[] {
  return gone === "all" ? [] : pictures.slice(0, -1);
}
