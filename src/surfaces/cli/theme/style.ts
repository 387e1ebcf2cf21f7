/** Text in, the same text with a look out. */
export type Brush = (text: string) => string;

type Codes = { readonly open: string; readonly close: string };

const emphases: Readonly<Record<string, Codes>> = {
  bold: { open: "1", close: "22" },
  dim: { open: "2", close: "22" },
  italic: { open: "3", close: "23" },
  underline: { open: "4", close: "24" },
  reverse: { open: "7", close: "27" },
};
const colours = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** The look that words such as "bold cyan", "bright-red" or "underline #ff8800" describe; null: they describe none. */
export function brushOf(style: string): Brush | null {
  const words = style.trim().toLowerCase().split(/\s+/);
  if (words.length === 1 && words[0] === "plain") return (text) => text;
  const codes = words.map(codesOf);
  const known = codes.filter((each) => each !== null);
  if (known.length < codes.length) return null;
  const open = `\u001B[${known.map((each) => each.open).join(";")}m`;
  const close = `\u001B[${[...new Set(known.map((each) => each.close))].join(";")}m`;
  return (text) => (text === "" ? "" : `${open}${text}${close}`);
}

function codesOf(word: string): Codes | null {
  const emphasis = emphases[word];
  if (emphasis !== undefined) return emphasis;
  const colour = colourCode(word);
  return colour === null ? null : { open: colour, close: "39" };
}

function colourCode(word: string): string | null {
  if (word === "gray" || word === "grey") return "90";
  const isBright = word.startsWith("bright-");
  const index = colours.indexOf(isBright ? word.slice("bright-".length) : word);
  if (index !== -1) return `${(isBright ? 90 : 30) + index}`;
  const [, red, green, blue] = hex.exec(word) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  return `38;5;${nearestOf256([red, green, blue].map((part) => Number.parseInt(part, 16)))}`;
}

const cube = [0, 95, 135, 175, 215, 255];

/** Of the 256 colours every terminal has, inside tmux too, the nearest: of the colour cube, or of the greys. */
function nearestOf256(wanted: readonly number[]): number {
  const steps = wanted.map((value) => indexOfNearest(cube, value));
  const inCube = steps.map((step) => cube[step] ?? 0);
  const mean = wanted.reduce((sum, value) => sum + value, 0) / wanted.length;
  const grey = Math.max(0, Math.min(23, Math.round((mean - 8) / 10)));
  const greyValue = 8 + 10 * grey;
  const isGreyNearer = distance(wanted, [greyValue, greyValue, greyValue]) < distance(wanted, inCube);
  return isGreyNearer ? 232 + grey : steps.reduce((sum, step) => sum * 6 + step, 0) + 16;
}

function indexOfNearest(values: readonly number[], wanted: number): number {
  const distances = values.map((value) => Math.abs(value - wanted));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0);
}
