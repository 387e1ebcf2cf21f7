import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { oneLine } from "./lines.ts";
import type { Paint } from "./theme/paint.ts";

const mostLines = 40;

/** A unified diff in colours, long ones cut. */
export function diffLines(diff: string, width: number, paint: Paint): readonly string[] {
  const lines = diff.trimEnd().split("\n");
  const hidden = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).map((line) => coloured(oneLine(`  ${line}`, width), line, paint));
  return hidden > 0 ? [...shown, paint.dim(`  ${say.hiddenLines(hidden)}`)] : shown;
}

function coloured(shown: string, line: string, paint: Paint): string {
  if (line.startsWith("+++") || line.startsWith("---")) return paint.dim(shown);
  if (line.startsWith("+")) return paint.added(shown);
  if (line.startsWith("-")) return paint.removed(shown);
  return line.startsWith("@@") ? paint.hunk(shown) : paint.dim(shown);
}
