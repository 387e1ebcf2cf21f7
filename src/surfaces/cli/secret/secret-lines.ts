import { chatPhrases as say } from "../../../text/phrases/chat.ts";
import { visible } from "../../../text/visible.ts";
import { oneLine, wrapped } from "../lines.ts";
import type { Paint } from "../theme/paint.ts";
import type { SecretShown } from "./secret-desk.ts";

const mostCommandLines = 6;
/** Where only root can put one; what an agent wrote could be a sudo of its own. */
const systemSudo = /^(?:\/usr)?\/s?bin\/sudo$|^\/run\/wrappers\/bin\/sudo$/;

type Place = { readonly width: number; readonly paint: Paint; readonly nowMs: number };

/** The question for a password, above the editor; of the answer only how long it is. */
export function secretLines(shown: SecretShown | null, { width, paint, nowMs }: Place): readonly string[] {
  if (shown === null) return [];
  const { wanted, untilMs, length, isListening } = shown;
  const { command, program, where } = wanted;
  const left = say.secondsLeft(Math.max(0, Math.ceil((untilMs - nowMs) / 1_000)));
  const whole = wrapped(visible(command), width, "  ");
  const hidden = whole.length - mostCommandLines;
  return [
    "",
    paint.warn(paint.bold(oneLine(`${say.passwordHead(where)} · ${left}`, width))),
    ...whole.slice(0, mostCommandLines),
    ...(hidden > 0 ? [paint.dim(`  ${say.hiddenLines(hidden)}`)] : []),
    ...(systemSudo.test(program)
      ? []
      : wrapped(say.oddSudo(visible(program)), width, "  ").map((line) => paint.warn(line))),
    oneLine(`${say.passwordLabel} ${"•".repeat(length)}`, width),
    paint.accent(oneLine(isListening ? say.passwordKeys : say.passwordSoon, width)),
  ];
}
