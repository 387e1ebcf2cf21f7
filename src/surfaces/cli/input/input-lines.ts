import { plainLine } from "../../../commands/plain-text.ts";
import { chatPhrases } from "../../../text/phrases/chat.ts";
import { inputPhrases as say } from "../../../text/phrases/input.ts";
import { oneLine } from "../lines.ts";
import type { Paint } from "../theme/paint.ts";
import type { Picture, Screen } from "../screen.ts";

type Place = { readonly width: number; readonly paint: Paint; readonly nowMs: number };

/** What stands right above the editor: the command that runs, and the pictures that go along. */
export function inputLines(
  { shell, pictures }: Pick<Screen, "shell" | "pictures">,
  { width, paint, nowMs }: Place,
): readonly string[] {
  const command =
    shell === null
      ? []
      : [`! ${plainLine(shell.command, 200)}`, chatPhrases.elapsed(nowMs - shell.startedMs), chatPhrases.stopHint];
  const chips = pictures.length === 0 ? [] : [...pictures.map(chip), say.backspaceRemoves];
  return [
    ...(command.length === 0 ? [] : [paint.accent(oneLine(command.join(" · "), width))]),
    ...(chips.length === 0 ? [] : [paint.accent(oneLine(chips.join(" "), width))]),
  ];
}

/** A picture as a word. */
export function chip({ name, bytes }: Picture): string {
  return say.picture(plainLine(name, 60), bytes);
}
