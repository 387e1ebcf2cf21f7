export type BusyMode = "interrupt" | "queue" | "steer";
export type EnterAct = "send" | "interrupt" | "queue" | "steer" | "ignore";

export type EnterMoment = {
  readonly text: string;
  readonly isBusy: boolean;
  readonly mode: BusyMode;
  /** What was sent last, and when. */
  readonly before: { readonly text: string; readonly atMs: number } | null;
  readonly nowMs: number;
};

const sameKeyPressMs = 300;

/** What Enter does with a text that is no command. */
export function onEnter({ text, isBusy, mode, before, nowMs }: EnterMoment): EnterAct {
  if (text.trim() === "") return "ignore";
  if (before !== null && before.text === text && nowMs - before.atMs < sameKeyPressMs) return "ignore";
  return isBusy ? mode : "send";
}
