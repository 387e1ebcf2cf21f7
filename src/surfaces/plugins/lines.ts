import { pluginScreenPhrases as say } from "../../text/phrases/plugin-screen.ts";
import { rowsOf, type PluginScreen, type ScreenRow } from "./screen.ts";

type Size = { readonly rows: number; readonly columns: number };
type Line = { readonly text: string; readonly row: number | null };

/** The screen as text, at most as high and as wide as the terminal; the row under the cursor is always among it. */
export function screenLines(screen: PluginScreen, size: Size): readonly string[] {
  const lines = allLines(screen);
  const room = Math.max(1, size.rows - 2); // the keys and a blank line stand below
  const at = Math.max(
    0,
    lines.findIndex(({ row }) => row === screen.cursor),
  );
  const first = Math.max(0, Math.min(at - Math.floor(room / 2), lines.length - room));
  const shown = lines.slice(first, first + room).map(({ text }) => text);
  return [...shown, "", say.keys].map((line) => cut(line, size.columns));
}

function allLines(screen: PluginScreen): readonly Line[] {
  const { choices, cursor } = screen;
  const rows = rowsOf(choices);
  const line = (row: ScreenRow, mark: string, about: string): Line => {
    const at = rows.findIndex((each) => JSON.stringify(each) === JSON.stringify(row));
    const name = row.kind === "general" ? row.id : say.optionName(row.name);
    return { text: `${at === cursor ? ">" : " "} ${mark} ${name}${about === "" ? "" : `  ${about}`}`, row: at };
  };
  return [
    heading(say.general),
    ...(choices.general.length === 0 ? [heading(say.noGeneral)] : []),
    ...choices.general.map(({ id, on, about }) => line({ kind: "general", id }, on ? "[x]" : "[ ]", about)),
    ...choices.providers.flatMap(({ kind, options, chosen }) => [
      heading(""),
      heading(say.providers[kind]),
      ...options.map(({ name, about }) =>
        line({ kind: "provider", provider: kind, name }, name === chosen ? "(x)" : "( )", about),
      ),
    ]),
  ];
}

function heading(text: string): Line {
  return { text, row: null };
}

/** Somebody else's words stay on one line and say nothing to the terminal. */
function cut(line: string, columns: number): string {
  const plain = line.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
  const letters = Array.from(plain);
  return letters.length < columns ? plain : `${letters.slice(0, Math.max(0, columns - 2)).join("")}…`;
}
