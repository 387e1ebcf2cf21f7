import { expect } from "vitest";

/** The page with these lines between its marks, which have to be there. */
export function between(page: string, mark: string, rows: readonly string[]): string {
  const whole = new RegExp(`(?<=<!-- ${mark} -->\n)[^]*?(?=<!-- /${mark} -->)`);
  expect(page).toMatch(whole);
  return page.replace(whole, () => `\n${rows.join("\n")}\n\n`);
}

/** A table as the formatter leaves it: the first row is its head. */
export function pageTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
}
