/** What Enter does while a turn runs. */
export type BusyMode = "interrupt" | "queue" | "steer";

/** How a screen shows a session and takes its input; switched while it lasts, stored nowhere. */
export type Display = {
  readonly busyMode: BusyMode;
  readonly reasoningView: "clamped" | "hidden" | "full";
  /** What is seen of tools: nothing, a line where another one begins, a line each, or what they were given too. */
  readonly toolView: "off" | "new" | "all" | "verbose";
  readonly showsStatusBar: boolean;
  readonly showsTimes: boolean;
};

export const usualDisplay: Display = {
  busyMode: "interrupt",
  reasoningView: "clamped",
  toolView: "all",
  showsStatusBar: true,
  showsTimes: false,
};
