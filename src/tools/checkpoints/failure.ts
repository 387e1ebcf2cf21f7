import type { GitAnswer } from "./shadow-git.ts";

/** Why there is no checkpoint. */
export type Failure =
  | { readonly kind: "no-git" }
  | { readonly kind: "late" }
  | { readonly kind: "failed"; readonly why: string };

export type Text = { readonly kind: "text"; readonly text: string };

export function textOrFailure(answer: GitAnswer): Text | Failure {
  if (answer.kind !== "done") return answer;
  return answer.ok ? { kind: "text", text: answer.out } : { kind: "failed", why: answer.why };
}
