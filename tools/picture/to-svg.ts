import type { Run } from "./read-screen.ts";

const cell = { width: 8.4, height: 19 } as const;
const padding = 20;
const titleHeight = 38;
const about =
  "A chat as it was on the screen. The program and its tools ran; what the model says was written beforehand.";
const fonts =
  "ui-monospace, 'SF Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace";

/** A window with a screen in it. Words are text: they can be selected, searched and read aloud. */
export function toSvg(rows: readonly (readonly Run[])[], columns: number, title: string): string {
  const width = Math.round(columns * cell.width + 2 * padding);
  const height = Math.round(titleHeight + rows.length * cell.height + padding + 6);
  const words = rows.flatMap((runs, row) => runs.map((run) => textOf(run, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<desc>${escaped(about)}</desc>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="11" fill="#151824" stroke="#2d3245"/>`,
    `<path d="M0.5 ${titleHeight - 4}h${width - 1}" stroke="#232838"/>`,
    ...["#ff6159", "#ffbd2e", "#28c941"].map(
      (color, index) => `<circle cx="${22 + index * 19}" cy="17.5" r="5.5" fill="${color}"/>`,
    ),
    `<text x="${width / 2}" y="22" text-anchor="middle" font-family="system-ui, sans-serif" font-size="12.5" fill="#8087a2">${escaped(title)}</text>`,
    `<g font-family="${escaped(fonts)}" font-size="14" xml:space="preserve">`,
    ...words,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Stretched to its cells, so that columns stand whatever font the reader has. */
function textOf({ text, column, columns, color, bold, italic, dim, inverse }: Run, row: number): string {
  const x = round(padding + column * cell.width);
  const y = round(titleHeight + (row + 0.9) * cell.height);
  if (inverse) return cursorAt(x, row, columns);
  const own = text.trimEnd();
  const length = round((columns - (text.length - own.length)) * cell.width);
  const look = [
    bold ? ' font-weight="700"' : "",
    italic ? ' font-style="italic"' : "",
    dim ? ' opacity="0.6"' : "",
  ].join("");
  return `<text x="${x}" y="${y}" fill="${color}"${look} textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(own)}</text>`;
}

function cursorAt(x: number, row: number, columns: number): string {
  const y = round(titleHeight + row * cell.height + 2);
  return `<rect x="${x}" y="${y}" width="${round(columns * cell.width)}" height="${cell.height - 2}" fill="#d5d9e5"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
