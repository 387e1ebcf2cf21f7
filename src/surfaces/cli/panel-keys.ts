import type { Question } from "../../domain/approval.ts";
import type { PanelState } from "./screen.ts";

/** Keys by name, as the terminal library names them; everything else is `other`. */
export type PanelKey = "up" | "down" | "enter" | "space" | "escape" | { readonly letter: string };

export type PanelAct =
  | { readonly kind: "answer"; readonly choice: string | null }
  | { readonly kind: "move"; readonly by: number }
  | { readonly kind: "toggle" }
  | { readonly kind: "write" }
  | { readonly kind: "view" }
  | { readonly kind: "nothing" };

const scopes: Readonly<Record<string, string>> = { o: "once", s: "session", a: "always", d: "deny" };
const nothing: PanelAct = { kind: "nothing" };

export function onPanelKey(question: Question, panel: PanelState, key: PanelKey): PanelAct {
  return question.kind === "approval" ? approvalKey(question, key) : clarifyKey(question, panel, key);
}

/** Only a key that names a yes is one. */
function approvalKey({ choices }: Question, key: PanelKey): PanelAct {
  if (key === "escape") return { kind: "answer", choice: "deny" };
  if (typeof key === "string") return nothing;
  if (key.letter === "e") return { kind: "write" };
  if (key.letter === "v") return { kind: "view" };
  const choice = scopes[key.letter];
  return choice !== undefined && choices.includes(choice) ? { kind: "answer", choice } : nothing;
}

function clarifyKey(question: Question, panel: PanelState, key: PanelKey): PanelAct {
  if (typeof key !== "string") return nothing;
  switch (key) {
    case "up":
      return { kind: "move", by: -1 };
    case "down":
      return { kind: "move", by: 1 };
    case "escape":
      return { kind: "answer", choice: "" };
    case "space":
      return question.multiSelect === true ? { kind: "toggle" } : nothing;
    case "enter":
      return taken(question, panel);
  }
}

/** An answer in the person's own words; what they had marked before goes along. */
export function writtenAnswer({ kind, choices, multiSelect }: Question, { chosen }: PanelState, text: string): string {
  if (kind === "approval") return `deny: ${text}`;
  const marked = multiSelect === true ? chosen.toSorted((one, other) => one - other) : [];
  return [...marked.flatMap((index) => choices[index] ?? []), text].join(", ");
}

function taken({ choices, multiSelect }: Question, { cursor, chosen }: PanelState): PanelAct {
  if (cursor >= choices.length) return { kind: "write" };
  const marked = multiSelect === true && chosen.length > 0 ? chosen.toSorted((one, other) => one - other) : [cursor];
  if (marked.some((index) => index >= choices.length)) return { kind: "write" };
  return { kind: "answer", choice: marked.map((index) => choices[index] ?? "").join(", ") };
}
