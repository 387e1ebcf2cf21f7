/** Fences of the judge's question, which a goal must not close. */
const fence = /<\/?(?:goal|report)>/gi;

/** A goal as it is kept: one text without what would pass for the judge's own marks. */
export function plainGoal(text: string): string {
  return text.replaceAll(fence, "").trim();
}
