/** What is said about themes and the files that change them. */
export const skinPhrases = {
  summary: "show the themes, or change to one",
  list: (worn: string, names: readonly string[], hasColour: boolean) =>
    [
      ...names.map((name) => `${name === worn ? "*" : " "} ${name}`),
      ...(hasColour ? [] : ["colours are off here (NO_COLOR, --no-color or a plain terminal)"]),
    ].join("\n"),
  worn: (name: string) => `the theme is ${name}`,
  unknown: (name: string, near: string | null, names: readonly string[]) =>
    near === null
      ? `there is no theme "${name}"; there are ${names.join(", ")}`
      : `there is no theme "${name}", did you mean "${near}"?`,
  unreadable: (file: string, reason: string) => `skins/${file} cannot be read: ${reason}`,
  broken: (file: string, line: number | null, reason: string) =>
    `skins/${file}${line === null ? "" : `, line ${line}`}: ${reason}`,
  notASkin: (file: string) => `skins/${file} is no skin: it needs "colors", a map of names to styles`,
  unknownBase: (file: string, base: string, names: readonly string[]) =>
    `skins/${file} extends "${base}", which is none of ${names.join(", ")}`,
  unknownRole: (file: string, role: string) => `skins/${file}: there is nothing called "${role}" to colour`,
  badStyle: (file: string, role: string) => `skins/${file}: the style of "${role}" is none, such as "bold cyan"`,
} as const;
