import { brushOf, type Brush } from "./style.ts";
import type { Role, Theme } from "./theme.ts";

/** Text in, the same text with a look out, for each role of the theme. */
export type Paint = Readonly<Record<Role, Brush>>;

/** Null, for a terminal that wants no colours: the text alone. */
export function paintOf(theme: Theme | null): Paint {
  const brush = (role: Role): Brush => (theme === null ? bare : (brushOf(theme[role]) ?? bare));
  return {
    bold: brush("bold"),
    dim: brush("dim"),
    italic: brush("italic"),
    accent: brush("accent"),
    good: brush("good"),
    warn: brush("warn"),
    hot: brush("hot"),
    bad: brush("bad"),
    heading: brush("heading"),
    code: brush("code"),
    link: brush("link"),
    quote: brush("quote"),
    added: brush("added"),
    removed: brush("removed"),
    hunk: brush("hunk"),
    keyword: brush("keyword"),
    string: brush("string"),
    number: brush("number"),
    comment: brush("comment"),
    title: brush("title"),
    type: brush("type"),
  };
}

const bare: Brush = (text) => text;
