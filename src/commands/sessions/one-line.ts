/** Somebody else's text in a listing: it may neither break the line nor move the cursor. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}
