const nothingToRecall: ReadonlySet<string> = new Set(
  [
    ["ok", "okay", "yes", "no", "yep", "nope", "sure", "fine", "good", "great", "nice", "cool", "thanks", "thank you"],
    [
      "hi",
      "hello",
      "hey",
      "good morning",
      "good evening",
      "bye",
      "go",
      "go on",
      "go ahead",
      "continue",
      "next",
      "please",
    ],
    ["好", "好的", "是", "不", "谢谢", "你好", "继续", "可以"],
  ].flat(),
);

/** A greeting, an acknowledgement or a command: nothing in memory could answer it. */
export function isTrivialQuestion(text: string): boolean {
  const plain = text.trim();
  if (plain === "" || plain.startsWith("/")) return true;
  const words = plain
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, " ")
    .trim();
  return words === "" || nothingToRecall.has(words);
}
