import type { CommandCall, CommandRun } from "../commands/command.ts";
import { withStore } from "../commands/sessions/open.ts";
import { cliPhrases } from "../text/phrases/cli.ts";
import { pickerPhrases as say } from "../text/phrases/picker.ts";
import { chatSignals } from "./chat-signals.ts";
import { exitCodes } from "./exit-codes.ts";

/** `hermes sessions browse`: the list, and then a chat with what was picked. */
export function browse(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const { inIsTty, outIsTty, err } = call.terminal;
    if (!inIsTty || !outIsTty) {
      err(cliPhrases.error(say.needsTerminal));
      return exitCodes.usage;
    }
    const picked: { id: string | null } = { id: null };
    const code = await withStore(call, async (store) => {
      picked.id = await pick(call, store, process);
      return 0;
    });
    if (code !== 0 || picked.id === null) return code;
    const { chat } = await import("./chat-command.ts");
    return chat(process)({ ...call, flags: { resume: picked.id } });
  };
}

async function pick(
  { context, terminal }: CommandCall,
  store: Parameters<Parameters<typeof withStore>[1]>[0],
  process: NodeJS.Process,
): Promise<string | null> {
  const { pickSession } = await import("../surfaces/cli/picker/picker-view.ts");
  const { usualPaint } = await import("../surfaces/cli/theme/wardrobe.ts");
  const signals = chatSignals(process);
  const deaf = signals.onEnd((code) => process.exit(code)); // which gives the terminal back
  const { cwd: here, clock } = context;
  try {
    return await pickSession({ store, here, clock, paint: usualPaint(terminal.color), onExit: signals.onExit });
  } finally {
    deaf();
  }
}
