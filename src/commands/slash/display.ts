/** What Enter does while a turn runs. */
export type BusyMode = "interrupt" | "queue" | "steer";

/** How a screen shows a session and takes its input; switched while it lasts, stored nowhere. */
export type Display = {
  readonly busyMode: BusyMode;
  readonly reasoningView: "clamped" | "hidden" | "full";
  readonly showsStatusBar: boolean;
  readonly showsTimes: boolean;
};

export const usualDisplay: Display = {
  busyMode: "interrupt",
  reasoningView: "clamped",
  showsStatusBar: true,
  showsTimes: false,
};
