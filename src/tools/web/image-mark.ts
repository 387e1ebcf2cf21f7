/** What stands in the place of a picture that is written out in a text. */
export function imageMark(alt: string): string {
  return alt.trim() === "" ? "[IMAGE]" : `[IMAGE: ${alt.trim()}]`;
}
