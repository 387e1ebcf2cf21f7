const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/gu, "Japanese"],
  [/[\uac00-\ud7af]/gu, "Korean"],
  [/[\u4e00-\u9fff]/gu, "Chinese"],
  [/[\u0400-\u04ff]/gu, "the language the user writes in, in Cyrillic script"],
  [/[\u0590-\u05ff]/gu, "Hebrew"],
  [/[\u0600-\u06ff]/gu, "the language the user writes in, in Arabic script"],
  [/[\u0900-\u097f]/gu, "the language the user writes in, in Devanagari script"],
  [/[\u0e00-\u0e7f]/gu, "Thai"],
];

const enough = 0.15; // of all letters: code and names in between are Latin everywhere

/** How to name the language a person writes in, by its script; one that cannot be told so is named by its users. */
export function languageOf(said: readonly string[]): string {
  const text = said.join("\n").slice(0, 20_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const found = scripts.find(([script]) => (text.match(script)?.length ?? 0) > letters * enough);
  return found?.[1] ?? "the language of the user's own messages";
}
