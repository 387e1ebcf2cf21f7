import { z } from "zod";
import { firstChars } from "../../../text/code-points.ts";

const longestId = 512;
const longestText = 100_000;
const mostRead = 4 * longestText;
const longestName = 1_000;
const longestPath = 4_096;
const mostMedia = 100;

/** All of C0 and C1 but tabs and line ends: nobody typed them. */
const unspoken = /(?![\n\t])\p{Cc}/gu;

/** Numbers become strings. An id is taken as it is or not at all: cleaned, it could become somebody else's. */
export const Id = z
  .union([z.string(), z.int(), z.bigint()], "not an id (text or a whole number)")
  .transform(String)
  .pipe(z.string().min(1).max(longestId).refine(isPlain, "control or broken characters"));

/** For what may be missing; nothing in it is the same. */
export const OptionalId = z.preprocess((value) => (value === "" ? null : value), Id.nullable().default(null));

export const Text = z.string().transform(bounded);

export const Name = z
  .union([z.string(), z.int()])
  .transform((name) => firstChars(spoken(String(name).slice(0, mostRead)), longestName))
  .nullable()
  .default(null);

export const Flag = z
  .boolean()
  .nullable()
  .default(false)
  .transform((flag) => flag ?? false);

export const Media = z
  .array(
    z.object({
      kind: z.enum(["image", "audio", "video", "document"]),
      path: z.string().min(1).max(longestPath).refine(isPlain, "control or broken characters"),
      mime: shortText(),
      name: shortText(),
    }),
  )
  .max(mostMedia);

export const Quote = z.object({
  messageId: Id,
  text: Text,
  author: Name,
  isOwn: Flag,
});

function shortText() {
  return z.string().transform((text) => firstChars(spoken(text.slice(0, mostRead)), longestName));
}

function spoken(text: string): string {
  return text.toWellFormed().replaceAll("\r\n", "\n").replaceAll(unspoken, "");
}

/** However long it is, only its beginning is looked at. */
function bounded(said: string): string {
  const text = spoken(said.slice(0, mostRead));
  const start = firstChars(text, longestText);
  const isWhole = start.length === text.length && said.length <= mostRead;
  return isWhole ? text : `${start}\n[the rest of this message was too long and is left out]`;
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
