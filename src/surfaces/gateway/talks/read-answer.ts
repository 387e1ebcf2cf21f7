const words: Readonly<Record<string, string>> = {
  yes: "once",
  y: "once",
  approve: "once",
  ok: "once",
  once: "once",
  session: "session",
  always: "always",
  no: "deny",
  n: "deny",
  deny: "deny",
  cancel: "deny",
};

/** What a text says to a request for permission; null: it is about something else. */
export function readApproval(text: string, choices: readonly string[]): string | null {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "");
  const numbered = /^\d+$/.test(word) ? choices[Number(word) - 1] : undefined;
  return numbered ?? (Object.hasOwn(words, word) ? (words[word] ?? null) : null);
}

type Choosing = { readonly choices: readonly string[]; readonly many: boolean };

/** An answer to any other question: numbers and beginnings stand for choices, other words for themselves. */
export function readChoice(text: string, { choices, many }: Choosing): string {
  return listedChoice(text, { choices, many }) ?? text.trim();
}

/** The same where nothing but a choice will do; null: it is about something else. */
export function readConfirm(text: string, choices: readonly string[]): string | null {
  const word = { once: "yes", deny: "no" }[readApproval(text, []) ?? ""];
  if (word !== undefined && choices.includes(word)) return word;
  const part = text.trim().toLowerCase();
  const holding = part.length < 3 ? [] : choices.filter((choice) => choice.toLowerCase().includes(part));
  return listedChoice(text, { choices, many: false }) ?? (holding.length === 1 ? (holding[0] ?? null) : null);
}

function listedChoice(text: string, { choices, many }: Choosing): string | null {
  const said = text.trim();
  const numbers = said.split(/[\s,;]+/).filter((part) => part !== "");
  const named = numbers.every((part) => /^\d+$/.test(part))
    ? numbers.map((part) => choices[Number(part) - 1]).filter((choice) => choice !== undefined)
    : [];
  if (named.length > 0 && named.length === numbers.length && (many || named.length === 1)) return named.join(", ");
  const small = said.toLowerCase();
  const exact = choices.find((choice) => choice.toLowerCase() === small);
  const begun = small === "" ? [] : choices.filter((choice) => choice.toLowerCase().startsWith(small));
  return exact ?? (begun.length === 1 ? (begun[0] ?? null) : null);
}
