const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

const fence = /^ {0,3}(`{3,}|~{3,})[^\n]*$/;

/** Words with the little Markdown that answers are made of. Everything is escaped first: no markup of theirs survives. */
export function htmlOf(text: string): string {
  const html: string[] = [];
  const open: { kind: "code" | "list" | "text" | null; mark: string; lines: string[] } = {
    kind: null,
    mark: "",
    lines: [],
  };
  const close = (): void => {
    if (open.kind !== null) html.push(blockOf(open.kind, open.lines));
    Object.assign(open, { kind: null, lines: [] });
  };
  const add = (kind: "list" | "text", line: string): void => {
    if (open.kind !== kind) close();
    open.kind = kind;
    open.lines.push(line);
  };
  for (const line of text.split("\n")) {
    const mark = fence.exec(line)?.[1] ?? null;
    if (open.kind === "code") {
      if (mark?.startsWith(open.mark) === true) close();
      else open.lines.push(line);
    } else if (mark !== null) {
      close();
      Object.assign(open, { kind: "code", mark });
    } else if (line.trim() === "") close();
    else if (/^#{1,6} /.test(line)) {
      close();
      html.push(`<h3>${inline(line.replace(/^#{1,6} +/, ""))}</h3>`);
    } else add(/^\s*(?:[-*]|\d+\.) /.test(line) ? "list" : "text", line);
  }
  close();
  return html.join("\n");
}

function blockOf(kind: "code" | "list" | "text", lines: readonly string[]): string {
  if (kind === "code") return `<pre><code>${escaped(lines.join("\n"))}</code></pre>`;
  if (kind === "text") return `<p>${lines.map(inline).join("<br>")}</p>`;
  return `<ul>${lines.map((line) => `<li>${inline(line.replace(/^\s*[-*] /, ""))}</li>`).join("")}</ul>`;
}

function inline(text: string): string {
  const pieces = text.split(/(`[^`]+`)/u);
  return pieces
    .map((piece, index) =>
      index % 2 === 1
        ? `<code>${escaped(piece.slice(1, -1))}</code>`
        : escaped(piece).replaceAll(/\*\*([^*]+)\*\*/gu, "<strong>$1</strong>"),
    )
    .join("");
}
