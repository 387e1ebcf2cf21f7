/** Text in, the same text with a look out. What a terminal without colours gets is the text alone. */
export type Paint = Readonly<Record<"bold" | "dim" | "italic" | "accent" | "good" | "warn" | "hot" | "bad", Brush>>;
type Brush = (text: string) => string;

const identity: Brush = (text) => text;
const between = (open: number, close: number) => (text: string) => `\u001B[${open}m${text}\u001B[${close}m`;

export function paintFor(color: boolean): Paint {
  if (!color) {
    const [bold, dim, italic, accent] = [identity, identity, identity, identity];
    return { bold, dim, italic, accent, good: identity, warn: identity, hot: identity, bad: identity };
  }
  return {
    bold: between(1, 22),
    dim: between(2, 22),
    italic: between(3, 23),
    accent: between(36, 39),
    good: between(32, 39),
    warn: between(33, 39),
    hot: between(91, 39),
    bad: between(31, 39),
  };
}
