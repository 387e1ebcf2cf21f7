import { exitFlags } from "../agent/exit-flags.ts";
import type { CommandCall, CommandRun } from "../commands/command.ts";
import { isGiven, numberFlag } from "../commands/flag-value.ts";
import { reportMask } from "../commands/mask.ts";
import { type Tape, tapeOf } from "../commands/replay/tape.ts";
import { findSession } from "../commands/sessions/find-session.ts";
import { withStore } from "../commands/sessions/open.ts";
import { redactSecrets } from "../safety/redact.ts";
import type { Beat } from "../surfaces/cli/replay/beat.ts";
import { replayBlocks, replayLines } from "../surfaces/cli/replay/replay-text.ts";
import { openingScreen, scoreOf } from "../surfaces/cli/replay/score.ts";
import type { Screen } from "../surfaces/cli/screen.ts";
import { usualPaint } from "../surfaces/cli/theme/wardrobe.ts";
import { Highlighter } from "../surfaces/cli/code/highlighter.ts";
import { cliPhrases } from "../text/phrases/cli.ts";
import { replayPhrases as say } from "../text/phrases/replay.ts";
import { chatSignals } from "./chat-signals.ts";
import { exitCodes } from "./exit-codes.ts";

const plainWidth = 100;

/** `hermes replay`: a stored session as it looked. */
export function replay(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const [reference] = call.positionals;
    if (reference === undefined || call.positionals.length > 1) return refuse(call, say.usage);
    const found: { tape: Tape | null } = { tape: null };
    const code = await withStore(call, async (store) => {
      const session = findSession(call, store, reference, isGiven(call.flags, "exact"));
      if ("code" in session) return session.code;
      const recording = await store.recording(session.session.id);
      const mask = isGiven(call.flags, "redact") ? reportMask(call.context) : redactSecrets;
      found.tape = recording === null ? null : tapeOf(recording, (text) => mask(text));
      return exitCodes.ok;
    });
    return found.tape === null ? code : perform(call, found.tape, process); // the store is closed: it may take long
  };
}

function refuse({ terminal }: CommandCall, message: string): number {
  terminal.err(cliPhrases.error(message));
  return exitCodes.usage;
}

async function perform(call: CommandCall, tape: Tape, process: NodeJS.Process): Promise<number> {
  const { terminal, context, flags } = call;
  const beats = scoreOf(tape, isFailure);
  const opening = openingScreen(tape, context.version);
  const isPlain = isGiven(flags, "plain") || !terminal.outIsTty;
  if (isPlain || isGiven(flags, "instant") || !terminal.inIsTty) return print(call, beats, opening, isPlain);
  await watch(call, beats, opening, process);
  return exitCodes.ok;
}

/** A reason that is not ours is taken for a good one: its name is shown. */
export function isFailure(reason: string): boolean {
  return Object.entries(exitFlags).some(([name, { failed }]) => name === reason && failed === true);
}

async function print(
  { terminal }: CommandCall,
  beats: readonly Beat[],
  opening: Screen,
  isPlain: boolean,
): Promise<number> {
  const hasColour = terminal.color && !isPlain;
  const width = terminal.outIsTty ? terminal.columns : plainWidth;
  const look = { width, paint: usualPaint(hasColour), highlight: await highlight(hasColour) };
  const lines = replayLines(replayBlocks(beats, opening), look, isPlain);
  terminal.out(`${lines.join("\n")}\n`);
  if (beats.length === 0) terminal.out(`${say.nothing}\n`);
  return exitCodes.ok;
}

async function watch(
  { context, flags, terminal }: CommandCall,
  beats: readonly Beat[],
  opening: Screen,
  process: NodeJS.Process,
): Promise<void> {
  const { showReplay } = await import("../surfaces/cli/replay/replay-view.ts");
  const signals = chatSignals(process);
  const deaf = signals.onEnd((code) => process.exit(code)); // which gives the terminal back
  const speed = numberFlag(flags, "speed") ?? 1;
  const paint = usualPaint(terminal.color);
  const colours = await highlight(terminal.color);
  try {
    const { onExit } = signals;
    await showReplay({ beats, opening, speed, clock: context.clock, paint, highlight: colours, onExit });
  } finally {
    deaf();
  }
}

async function highlight(hasColour: boolean) {
  const highlighter = new Highlighter();
  if (hasColour) await highlighter.load();
  return highlighter.with(usualPaint(hasColour));
}
