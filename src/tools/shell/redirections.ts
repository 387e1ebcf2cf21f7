import type { Redirection } from "unbash";
import { readWord } from "./read-word.ts";
import type { SimpleCommand } from "./simple-command.ts";
import type { Variables } from "./variables.ts";

type Redirections = Pick<SimpleCommand, "writesTo" | "readsFrom" | "hereTexts">;

/** Files and texts that stand beside a command. */
export function redirections(redirects: readonly Redirection[], variables: Variables): Redirections {
  const target = (redirect: Redirection): readonly string[] =>
    redirect.type === "HereDoc" || redirect.target === undefined
      ? []
      : readWord(redirect.target, variables, () => []).map(({ text }) => text);
  const files = redirects.filter((redirect) => redirect.type === "Redirect");
  return {
    writesTo: files.filter(({ operator }) => operator.includes(">")).flatMap(target),
    readsFrom: files.filter(({ operator }) => operator === "<" || operator === "<>").flatMap(target),
    hereTexts: redirects.flatMap((redirect) => {
      if (redirect.type === "HereDoc") return [redirect.body.text];
      return redirect.type === "HereString" ? target(redirect) : [];
    }),
  };
}
