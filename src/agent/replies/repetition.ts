const shortest = 400;
const windowChars = 60;
const most = 0.5;
const leastLines = 5;

/** Whether a text that ran into its limit is mostly one line or one phrase over and over. */
export function isRepetition(text: string): boolean {
  return text.length >= shortest && (repeatsALine(text) || repeatsAWindow(text));
}

function repeatsALine(text: string): boolean {
  const counts = new Map<string, number>();
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line !== "") counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].some(([line, count]) => count >= leastLines && line.length * count >= text.length * most);
}

/** Windows that start one behind the other, not at every character: a repeated phrase fills the text with copies. */
function repeatsAWindow(text: string): boolean {
  const tail = text.slice(-windowChars);
  let copies = 0;
  for (let at = text.indexOf(tail); at !== -1; at = text.indexOf(tail, at + windowChars)) copies += 1;
  return copies >= leastLines && copies * windowChars >= text.length * most;
}
