const asciiWeight = 3; // in twelfths: four characters of English or code make a token
const otherWeight = 9;
const perToken = 12;

/** Stands for an image of unknown size. */
export const imageTokens = 1_600;

/** The simulator's own measure: one pass, no vocabulary, the same number for the same text. */
export function countTokens(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index++) weight += text.charCodeAt(index) < 128 ? asciiWeight : otherWeight;
  return Math.ceil(weight / perToken);
}
