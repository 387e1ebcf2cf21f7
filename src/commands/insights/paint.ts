/** Colours where the terminal wants them, nothing elsewhere. */
export type Paint = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly bar: (text: string) => string;
};

const wrapped =
  (open: number, close: number) =>
  (text: string): string =>
    text === "" ? text : `\u001b[${open}m${text}\u001b[${close}m`;
const plain = (text: string): string => text;

export function paintFor(color: boolean): Paint {
  if (!color) return { strong: plain, faint: plain, bar: plain };
  return { strong: wrapped(1, 22), faint: wrapped(2, 22), bar: wrapped(36, 39) };
}
