/** Words that say nothing about what a question is about. */
const empty = new Set(
  (
    "a about again all also am an and any are as at be been but by can could did do does for from get give go had has have " +
    "he her him his how i if in into is it its just know let like make me my need no not now of on or our out please she " +
    "should show so some tell than that the their them then there these they this those to too up us use want was we were " +
    "what when where which who whom whose why will with would yes you your"
  ).split(" "),
);

/** A question without its grammar, for a search in which every word counts. Empty when nothing else is left. */
export function contentWords(question: string): string {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}._/-]*/gu) ?? [];
  const telling = words.map((word) => word.replace(/[._/-]+$/, "")).filter((word) => !empty.has(word.toLowerCase()));
  return [...new Set(telling)].slice(0, 8).join(" ");
}
