import { ok, type ToolOutcome } from "../../domain/outcome.ts";
import type { Around, CommandAsked } from "./perform.ts";

/** Starts a command and comes back at once; `process` follows it from there. */
export async function startInBackground(asked: CommandAsked, around: Around): Promise<ToolOutcome> {
  const { command, pty, notify, patterns } = asked;
  const { deps, place, shape, sudoPassword, redact } = around;
  const both = notify && patterns.length > 0;
  const started = await deps.processes.start({
    command,
    ...deps.state.launch(place.cwd),
    pty,
    notify,
    patterns: both ? [] : patterns,
    readsCommands: shape.readsCommands,
    sudoPassword,
    redact,
  });
  if (started.kind === "refused") {
    return { kind: "error", message: `The command could not be started: ${started.why}`, effect: "none" };
  }
  deps.onRun();
  const { id, pid } = started.process;
  const hints = [
    place.note,
    started.note,
    both ? "watch_patterns were dropped: notify_on_complete is set." : null,
  ].filter((hint) => hint !== null);
  return ok({ session_id: id, pid, ...(hints.length === 0 ? {} : { hint: hints.join(" ") }) });
}
