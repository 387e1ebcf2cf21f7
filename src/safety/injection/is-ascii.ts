const beyond = /[^\0-\x7f]/;

/** Most texts are; then the Unicode patterns, which take 20 ms to get ready, are not needed at all. */
export function isAscii(text: string): boolean {
  return !beyond.test(text);
}
