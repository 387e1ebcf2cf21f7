import type { StagedWrites } from "../../disk/staged-writes.ts";
import { stagedPhrases as say } from "../../text/phrases/staged.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainText } from "../plain-text.ts";

type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };
type Opened = { readonly kind: "staged"; readonly writes: StagedWrites };
export type OpenStaged = (call: CommandCall) => Promise<Opened | Refusal>;

const failed = 1;
const misused = 2;

/** What waits, oldest first. */
export function listStaged(open: OpenStaged): CommandRun {
  return (call) =>
    withStaged(call, open, async ({ list }) => {
      const rows = list();
      if (isGiven(call.flags, "json")) call.terminal.out(`${JSON.stringify(rows, null, 2)}\n`);
      else if (rows.length === 0) call.terminal.out(`${say.none}\n`);
      else
        for (const { id, action, origin, summary } of rows)
          call.terminal.out(`${id}  ${action} (${origin})\n    ${indented(summary)}\n`);
      return 0;
    });
}

export function approveStaged(open: OpenStaged, form: string): CommandRun {
  return (call) =>
    withChoice(call, { open, form }, async (which, { approve }) => {
      const outcomes = await approve(which);
      for (const { id, problem } of outcomes) {
        if (problem === null) call.terminal.out(`${say.approved(id)}\n`);
        else fail(call, say.notWritten(id, problem), failed);
      }
      return { found: outcomes.length > 0, code: outcomes.every(({ written }) => written) ? 0 : failed };
    });
}

export function rejectStaged(open: OpenStaged, form: string): CommandRun {
  return (call) =>
    withChoice(call, { open, form }, async (which, { reject }) => {
      const gone = reject(which);
      for (const id of gone) call.terminal.out(`${say.rejected(id)}\n`);
      return { found: gone.length > 0, code: 0 };
    });
}

type Choice = (which: string, writes: StagedWrites) => Promise<{ readonly found: boolean; readonly code: number }>;

/** `<id>` or `all`; with nothing waiting `all` is done at once. */
async function withChoice(
  call: CommandCall,
  { open, form }: { readonly open: OpenStaged; readonly form: string },
  act: Choice,
): Promise<number> {
  const [which, ...more] = call.positionals;
  if (which === undefined || more.length > 0) return fail(call, say.usage(`${form} <id|all>`), misused);
  return withStaged(call, open, async (writes) => {
    const { found, code } = await act(which, writes);
    if (found) return code;
    if (which !== "all") return fail(call, say.unknown(which), failed);
    call.terminal.out(`${say.none}\n`);
    return 0;
  });
}

async function withStaged(
  call: CommandCall,
  open: OpenStaged,
  act: (writes: StagedWrites) => Promise<number>,
): Promise<number> {
  const opened = await open(call);
  return opened.kind === "refused" ? fail(call, opened.message, opened.exitCode) : act(opened.writes);
}

function indented(text: string): string {
  return plainText(text).replaceAll("\n", "\n    ");
}
