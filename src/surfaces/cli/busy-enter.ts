import type { BusyMode } from "../../commands/slash/display.ts";

export type EnterAct = "send" | "interrupt" | "queue" | "steer" | "ignore";

export type EnterMoment = {
  readonly text: string;
  readonly hasPictures: boolean;
  readonly isBusy: boolean;
  readonly mode: BusyMode;
  /** What was sent last, and when. */
  readonly before: { readonly text: string; readonly atMs: number } | null;
  readonly nowMs: number;
};

const sameKeyPressMs = 300;

/** What Enter does with a text that is no command. */
export function onEnter({ text, hasPictures, isBusy, mode, before, nowMs }: EnterMoment): EnterAct {
  if (text.trim() === "" && !hasPictures) return "ignore";
  if (before !== null && before.text === text && nowMs - before.atMs < sameKeyPressMs) return "ignore";
  if (!isBusy) return "send";
  return mode === "steer" && hasPictures ? "queue" : mode; // a tool result carries words only
}
