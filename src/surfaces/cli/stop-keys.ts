/** What the person would stop with Ctrl+C. */
type Activity = "idle" | "busy" | "panel";

/** What an earlier Ctrl+C began, and when. */
export type Armed = { readonly kind: "exit" | "force"; readonly atMs: number } | null;

export type KeyMoment = {
  readonly activity: Activity;
  readonly hasText: boolean;
  readonly armed: Armed;
  readonly nowMs: number;
};

/** `edit`: the key belongs to the editor. */
export type StopAct = "hint" | "exit" | "clear" | "interrupt" | "force-exit" | "close-panel" | "edit" | "nothing";

const patienceMs = 2_000;

export function onCtrlC({ activity, hasText, armed, nowMs }: KeyMoment): {
  readonly act: StopAct;
  readonly armed: Armed;
} {
  const again = (kind: "exit" | "force"): boolean => armed?.kind === kind && nowMs - armed.atMs <= patienceMs;
  switch (activity) {
    case "panel":
      return { act: "close-panel", armed: null };
    case "busy":
      return again("force")
        ? { act: "force-exit", armed: null }
        : { act: "interrupt", armed: { kind: "force", atMs: nowMs } };
    case "idle":
      if (hasText) return { act: "clear", armed: null };
      return again("exit") ? { act: "exit", armed: null } : { act: "hint", armed: { kind: "exit", atMs: nowMs } };
  }
}

export function onCtrlD({ activity, hasText }: Pick<KeyMoment, "activity" | "hasText">): StopAct {
  if (activity === "panel") return "close-panel";
  if (activity === "busy") return "nothing";
  return hasText ? "edit" : "exit";
}
