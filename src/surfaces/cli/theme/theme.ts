/** What a piece of the screen is there for. How it looks is the theme's business alone. */
export const roles = [
  "bold",
  "dim",
  "italic",
  "accent",
  "good",
  "warn",
  "hot",
  "bad",
  "heading",
  "code",
  "link",
  "quote",
  "added",
  "removed",
  "hunk",
  "keyword",
  "string",
  "number",
  "comment",
  "title",
  "type",
] as const;

export type Role = (typeof roles)[number];

/** A style for each role, in words such as "bold cyan" or "#ff8800"; "plain" is none. */
export type Theme = Readonly<Record<Role, string>>;

const dark: Theme = {
  bold: "bold",
  dim: "dim",
  italic: "italic",
  accent: "cyan",
  good: "green",
  warn: "yellow",
  hot: "#ff8700",
  bad: "red",
  heading: "bold cyan",
  code: "cyan",
  link: "underline blue",
  quote: "italic",
  added: "green",
  removed: "red",
  hunk: "cyan",
  keyword: "magenta",
  string: "green",
  number: "yellow",
  comment: "dim italic",
  title: "blue",
  type: "cyan",
};

/** Without a colour: weight alone says what matters. */
const mono: Theme = {
  ...dark,
  accent: "bold",
  good: "plain",
  warn: "bold",
  hot: "bold",
  bad: "bold reverse",
  heading: "bold underline",
  code: "bold",
  link: "underline",
  added: "bold",
  removed: "dim",
  hunk: "dim",
  keyword: "bold",
  string: "plain",
  number: "plain",
  comment: "dim italic",
  title: "bold",
  type: "plain",
};

/** Dark enough for white paper, where yellow and faint text vanish. */
const light: Theme = {
  ...dark,
  dim: "#6c6c6c",
  accent: "#005f87",
  good: "#008700",
  warn: "#875f00",
  hot: "#d75f00",
  bad: "#af0000",
  heading: "bold #005f87",
  code: "#005f87",
  link: "underline #0000af",
  added: "#008700",
  removed: "#af0000",
  hunk: "#005f87",
  keyword: "#870087",
  string: "#008700",
  number: "#875f00",
  comment: "italic #6c6c6c",
  title: "#0000af",
  type: "#005f87",
};

/** Nothing faint, nothing that differs in hue alone. */
const highContrast: Theme = {
  ...dark,
  dim: "plain",
  accent: "bold bright-cyan",
  good: "bold bright-green",
  warn: "bold bright-yellow",
  hot: "bold reverse bright-yellow",
  bad: "bold reverse bright-red",
  heading: "bold underline bright-cyan",
  code: "bright-cyan",
  link: "underline bright-cyan",
  quote: "plain",
  added: "bright-green",
  removed: "bold bright-red",
  hunk: "bold bright-cyan",
  keyword: "bold bright-magenta",
  string: "bright-green",
  number: "bright-yellow",
  comment: "italic",
  title: "bold bright-blue",
  type: "bright-cyan",
};

export const defaultTheme = "default";

export const builtInThemes: Readonly<Record<string, Theme>> = {
  [defaultTheme]: dark,
  mono,
  light,
  "high-contrast": highContrast,
};

/** A theme of which only some roles are said, over the one it builds on. */
export function themeOver(base: Theme, said: Partial<Theme>): Theme {
  return { ...base, ...said };
}
