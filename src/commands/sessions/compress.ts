import {
  compressionLines,
  undoLines,
  type CompressionAnswer,
  type UndoAnswer,
} from "../../session/compression-answer.ts";
import type { CompressionOptions } from "../../session/compression-options.ts";
import { compressionPhrases as say } from "../../text/phrases/compression.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { exit, has, usage, valueOf } from "./replies.ts";

/** A stored conversation that can be worked on between turns. */
type CompressibleSession = {
  readonly compress: (options: CompressionOptions) => Promise<CompressionAnswer>;
  readonly undoCompression: () => Promise<UndoAnswer>;
  readonly close: () => Promise<void>;
};

/** `looks`: no model will be asked. */
export type OpenCompressible = (
  call: CommandCall,
  reference: string,
  looks: boolean,
) => Promise<
  | { readonly kind: "opened"; readonly session: CompressibleSession }
  | { readonly kind: "refused"; readonly message: string; readonly exitCode: number }
>;

/** What a person does with /compress in a conversation, from outside of it. */
export function compressRun(open: OpenCompressible): CommandRun {
  return async (call) => {
    const [reference, ...words] = call.positionals;
    if (reference === undefined) return usage(call, "compress ID [TOPIC]");
    const [undo, preview, here] = [has(call, "undo"), has(call, "preview"), exchanges(call)];
    if (undo && (preview || here !== null || words.length > 0)) return usage(call, "compress ID --undo");
    if (Number.isNaN(here)) return fail(call, say.badHere, exit.usage);
    const opening = await open(call, reference, undo || preview);
    if (opening.kind === "refused") return fail(call, opening.message, opening.exitCode);
    const { session } = opening;
    try {
      if (undo) return tell(call, await session.undoCompression(), undoLines);
      const topic = words.join(" ").trim();
      const answer = await session.compress({ topic: topic === "" ? null : topic, here, preview });
      return tell(call, answer, compressionLines);
    } finally {
      await session.close();
    }
  };
}

const well: ReadonlySet<string> = new Set(["compressed", "preview", "undone"]);

function tell<Answer extends { readonly kind: string }>(
  call: CommandCall,
  answer: Answer,
  linesOf: (answer: Answer) => readonly string[],
): number {
  const text = linesOf(answer).join("\n");
  if (!well.has(answer.kind)) return fail(call, text, exit.failed);
  call.terminal.out(`${text}\n`);
  return exit.ok;
}

/** null: not given; NaN: no number of exchanges. */
function exchanges(call: CommandCall): number | null {
  const given = valueOf(call, "here");
  if (given === undefined) return null;
  return /^[1-9]\d{0,6}$/u.test(given) ? Number(given) : Number.NaN;
}
