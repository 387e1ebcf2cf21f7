/** A table as the formatter leaves it: a head, then rows of as many cells, padded to the widest. */
export function markdownTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)];
}

/** The page with other lines between `<!-- mark -->` and `<!-- /mark -->`; a page without them is a mistake. */
export function withRegion(page: string, mark: string, lines: readonly string[]): string {
  const region = new RegExp(`(?<=<!-- ${mark} -->\n)[^]*?(?=<!-- /${mark} -->)`);
  if (!region.test(page)) throw new Error(`the page has no place for ${mark}`);
  return page.replace(region, () => `\n${lines.join("\n")}\n\n`);
}
