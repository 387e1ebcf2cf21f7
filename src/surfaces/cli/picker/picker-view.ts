import { isKeyRelease, ProcessTerminal } from "@earendil-works/pi-tui";
import type { Clock } from "../../../domain/clock.ts";
import type { SlashContext } from "../../../commands/slash/slash-command.ts";
import { LiveScreen } from "../live-screen.ts";
import type { Paint } from "../theme/paint.ts";
import { pickerKey } from "./picker-key.ts";
import { pickerLines } from "./picker-lines.ts";
import { PickerRun } from "./picker-run.ts";

type Parts = {
  readonly store: SlashContext["store"];
  readonly here: string;
  readonly clock: Clock;
  readonly paint: Paint;
  /** Called with how to give the terminal back, for ends nobody waits for. */
  readonly onExit: (giveBack: () => void) => () => void;
};

/** The list of sessions alone in the terminal: the id that was picked, or null. */
export async function pickSession({ store, here, clock, paint, onExit }: Parts): Promise<string | null> {
  const screen = new LiveScreen(new ProcessTerminal());
  const run = new PickerRun({ store, here, except: null, changed: () => screen.requestRender() });
  screen.addChild({
    render: (width) => pickerLines(run.picker, { width, height: screen.terminal.rows - 1, paint, nowMs: clock.now() }),
    invalidate: () => undefined,
  });
  screen.addInputListener((data) => {
    const key = isKeyRelease(data) ? null : pickerKey(data);
    if (key !== null) run.press(key);
    return { consume: true };
  });
  const deaf = onExit(() => screen.stop());
  try {
    screen.start();
    screen.renderNow();
    return await run.picked;
  } finally {
    deaf();
    screen.stop();
  }
}
