/** What plugins are written against. A member that goes or changes its meaning raises the first number. */
export const pluginApiVersion = "1.0.0";

type Version = readonly [number, number, number];
type Bounds = { readonly from: Version; readonly below: Version };

const endless: Version = [Infinity, 0, 0];
const part = /^(\^|~|>=|<=|>|<|=)?\s*v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/i;

/** Whether a version lies in a range such as `^1`, `1.x`, `>=1.2 <2` or `^1 || ^2`. null: that is no range. */
export function inRange(version: string, range: string): boolean | null {
  const at = versionOf(version);
  const sets = range.split("||").map(boundsOf);
  if (sets.some((set) => set === null)) return null;
  return sets.some((set) => set?.every(({ from, below }) => compare(at, from) >= 0 && compare(at, below) < 0));
}

function boundsOf(set: string): readonly Bounds[] | null {
  const words = set
    .trim()
    .replaceAll(/(\^|~|>=|<=|>|<|=)\s+/g, "$1")
    .split(/\s+/);
  const bounds = words.map(boundOf);
  return bounds.some((bound) => bound === null) ? null : bounds.filter((bound) => bound !== null);
}

function boundOf(word: string): Bounds | null {
  if (word === "" || word === "*") return all;
  const [, operator = "", ...digits] = part.exec(word) ?? [];
  if (digits.length === 0) return null;
  const said = digits.map(Number).findIndex(Number.isNaN); // x, * and what is not there
  const width = said === -1 ? 3 : said;
  if (width === 0) return all;
  return bounds[operator]?.(versionOf(digits.slice(0, width).join(".")), width) ?? null;
}

const all: Bounds = { from: [0, 0, 0], below: endless };

/** By operator; `width` is how many numbers were said. */
const bounds: Readonly<Record<string, (from: Version, width: number) => Bounds>> = {
  "": (from, width) => ({ from, below: next(from, width) }),
  "=": (from, width) => ({ from, below: next(from, width) }),
  "^": (from, width) => ({ from, below: next(from, Math.min(width, firstNumber(from))) }),
  "~": (from, width) => ({ from, below: next(from, Math.min(width, 2)) }),
  ">=": (from) => ({ from, below: endless }),
  ">": (from, width) => ({ from: next(from, width), below: endless }),
  "<": (from) => ({ from: [0, 0, 0], below: from }),
  "<=": (from, width) => ({ from: [0, 0, 0], below: next(from, width) }),
};

/** Which number is the first that is not zero. */
function firstNumber([major, minor]: Version): number {
  if (major > 0) return 1;
  return minor > 0 ? 2 : 3;
}

/** The first version behind all that share this many numbers. */
function next([major, minor, patch]: Version, width: number): Version {
  if (width === 1) return [major + 1, 0, 0];
  return width === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function versionOf(text: string): Version {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map(Number);
  return [major, minor, patch];
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
