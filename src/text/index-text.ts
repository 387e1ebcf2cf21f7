const cjkRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/**
 * The words under which a text is found: one spelling, lower case, and CJK runs as overlapping pairs,
 * since words of two characters dominate there and no space separates them.
 */
export function indexText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(cjkRun, (run) => ` ${pairs(run)} `);
}

/** True for a text whose last word is one CJK character standing alone. */
export function endsInLoneCjk(text: string): boolean {
  const runs = [...text.normalize("NFKC").matchAll(cjkRun)];
  const last = runs.at(-1);
  return last !== undefined && Array.from(last[0]).length === 1 && text.normalize("NFKC").endsWith(last[0]);
}

function pairs(run: string): string {
  const characters = Array.from(run);
  if (characters.length === 1) return run;
  return characters
    .slice(1)
    .map((character, index) => `${characters[index]}${character}`)
    .join(" ");
}
