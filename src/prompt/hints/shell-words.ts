const mostWords = 64;
const longestCommand = 20_000;
const operators = /[;&|()<>`\n]/;

/** The words of a shell command, quotes honoured; with broken quotes, whatever stands between spaces. */
export function shellWords(command: string): readonly string[] {
  const text = command.slice(0, longestCommand);
  const words = quotedWords(text) ?? text.split(/[\s;&|()<>`]+/);
  return words.filter((word) => word !== "").slice(0, mostWords);
}

const piece = /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([\s;&|()<>`])|([^\s;&|()<>`'"\\]+)|(['"\\])/g;

/** null: a quote is never closed. */
function quotedWords(text: string): readonly string[] | null {
  const words: string[] = [];
  let word = "";
  for (const [, single, double, escaped, between, plain, broken] of text.matchAll(piece)) {
    if (broken !== undefined) return null;
    if (between !== undefined) {
      words.push(word);
      word = "";
      continue;
    }
    word += single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? plain ?? "";
  }
  return [...words, word];
}

const notPaths = /^(?:-|https?:\/\/|git@)/;

/** The words that may be paths: what looks like one, and what a `cd` goes to. */
export function pathWords(command: string): readonly string[] {
  const words = shellWords(command);
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    if (notPaths.test(word) || operators.test(word)) return [];
    if (before === "cd" || before === "pushd") return [word];
    const value = word.replace(/^[A-Za-z_]\w*=/, "");
    return /[/.]/.test(value) && !notPaths.test(value) ? [value] : [];
  });
}
