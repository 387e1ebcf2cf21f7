const bytesPerToken = 4;

/** Stands for an image of unknown size. */
export const imageTokens = 1_600;

/** The simulator's own measure: four bytes of UTF-8 are a token, the same number for the same text. */
export function countTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}
