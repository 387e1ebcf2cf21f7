export type SecretKey = "enter" | "leave" | "erase" | "clear" | "nothing" | { readonly text: string };

export type SecretStep =
  | { readonly kind: "open"; readonly typed: string }
  | { readonly kind: "over"; readonly answer: string | null };

const mostChars = 1_024;

/** One line that nobody sees, key by key. An empty one is none. */
export function pressInSecret(typed: string, key: SecretKey): SecretStep {
  if (typeof key !== "string") return { kind: "open", typed: (typed + lineOf(key.text)).slice(0, mostChars) };
  switch (key) {
    case "enter":
      return { kind: "over", answer: typed === "" ? null : typed };
    case "leave":
      return { kind: "over", answer: null };
    case "erase":
      return { kind: "open", typed: Array.from(typed).slice(0, -1).join("") };
    case "clear":
      return { kind: "open", typed: "" };
    case "nothing":
      return { kind: "open", typed };
  }
}

/** Of what was pasted, the first line: whoever copies one often copies its end too. */
function lineOf(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? "").replaceAll(/\p{Cc}/gu, "");
}
