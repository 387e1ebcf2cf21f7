import { fail, type ToolOutcome } from "../../domain/outcome.ts";

const detachers = /^\s*(?:nohup|setsid(?:\s+--?[a-z][a-z-]*)*)\s+|\s*(?:[;&]\s*disown[^;&|]*)?&?\s*$/g;

/** Says how the same is started in the background. */
export function backgroundRefusal(command: string, problem: string): ToolOutcome {
  const plain = command.replaceAll(detachers, "");
  const form = `terminal(command=${JSON.stringify(plain)}, background=true)`;
  return fail(
    `Refused: ${problem}, so this call would not come back. Use ${form}, then process with its session_id; with notify_on_complete=true you hear of its end.`,
  );
}
