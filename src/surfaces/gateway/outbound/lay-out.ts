import type { PlatformCapabilities } from "../../../domain/platform.ts";
import { dialectFor } from "./dialect-for.ts";
import { plain as plainly } from "./dialects/plain.ts";
import { lengthIn } from "./length-in.ts";
import { appended, smallestMarked, splitText } from "./split-text.ts";

/** One message: in the platform's markup, and as it is said where that is rejected. */
export type Wording = { readonly marked: string; readonly plain: string };

/** With the stretch of the text that it says. */
export type LaidOut = Wording & { readonly start: number; readonly end: number };

export type LayoutWish = {
  readonly isNumbered: boolean;
  /** Room for it is kept in each message, so that a text that is still growing is cut as it will be in the end. */
  readonly cursor?: string;
  /** The cursor stands at the end of the last message. */
  readonly isOpen?: boolean;
};

/** A Markdown text as messages that fit once they are spelled in the platform's markup. */
export function layOut(text: string, able: PlatformCapabilities, wish: LayoutWish): readonly LaidOut[] {
  const { lengthUnit: unit = "codepoint", maxLength } = able;
  const cursor = wish.cursor ?? "";
  const spelledLength = (part: string): number => {
    const { marked, plain } = worded(part, able);
    return Math.max(lengthIn(marked, unit), lengthIn(plain, unit));
  };
  const limit = Math.max(1, maxLength - (cursor === "" ? 0 : spelledLength(cursor) + 1));
  const parts = splitText(text.toWellFormed(), { limit, unit, spelledLength });
  const isNumbered = wish.isNumbered && parts.length > 1 && parts.length <= mostNumbered && limit >= smallestMarked;
  return parts.map(({ start, end, text: part }, index) => {
    const numbered = isNumbered ? appended(part, ` (${index + 1}/${parts.length})`) : part;
    const isCursorHere = wish.isOpen === true && index === parts.length - 1;
    return { start, end, ...worded(isCursorHere ? appended(numbered, cursor) : numbered, able) };
  });
}

/** The numbers of more would not fit into the room that is kept for them. */
const mostNumbered = 99;

/** A text that is surely short enough. */
function worded(text: string, { markup }: PlatformCapabilities): Wording {
  return { marked: dialectFor(markup)(text), plain: plainly(text) };
}
