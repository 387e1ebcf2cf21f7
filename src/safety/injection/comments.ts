const longestUnclosed = 4_000;

/** The inner text of HTML comments. They never overlap, so that no stretch is read twice. */
export function commentsIn(text: string): readonly string[] {
  const comments: string[] = [];
  const lastClose = text.lastIndexOf("-->");
  for (let open = text.indexOf("<!--"); open !== -1;) {
    const start = open + 4;
    const end = start <= lastClose ? text.indexOf("-->", start) : Math.min(text.length, start + longestUnclosed);
    comments.push(text.slice(start, end));
    open = text.indexOf("<!--", end);
  }
  return comments;
}
