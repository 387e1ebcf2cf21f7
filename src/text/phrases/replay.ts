/** What `hermes replay` says. */
export const replayPhrases = {
  summary: "Play a stored session back as it looked.",
  speedFlag: "Times as fast as usual (1); long pauses are always cut",
  instantFlag: "All at once",
  plainFlag: "Plain text, all at once",
  redactFlag: "Mask for a bug report: also what .env holds, and your home folder",
  exactFlag: "This segment's own end, not the newest of its conversation",
  usage: "Usage: hermes replay <session> [--speed N] [--instant] [--plain] [--redact]",
  nothing: "nothing was said in this session",
  startedLabel: "started",
  titleLabel: "title",
  bar: (turn: number, turns: number, state: string) =>
    `${state} replay · turn ${turn} of ${turns} · space pauses · → next turn · q quits`,
  playing: "▶",
  paused: "⏸",
  cutOff: "how this turn ended is not stored: it was cut off, or it still runs",
  endedBy: (reason: string, detail: string | null) =>
    `the turn ended: ${reason}${detail === null ? "" : ` (${detail})`}`,
  compressionFailed: (reason: string) => `compression failed: ${reason}`,
  decided: (decision: string, by: string, scope: string | null, action: string) =>
    `${decision === "allow" ? "allowed" : "denied"}${scope === null ? "" : ` (${scope})`} by ${by}: ${action}`,
  pictures: (count: number) => (count === 1 ? "[1 image]" : `[${count} images]`),
};
