import { withNote, type Content, type ToolMessage } from "../../domain/message.ts";
import { isUntrusted, risksIn, wrapUntrusted } from "../../safety/injection/untrusted.ts";
import type { TurnDeps } from "../turn-state.ts";
import type { FinishedCall } from "./segment.ts";

/** What goes around a result, and what is remembered beside it. */
export type Dress = {
  readonly dress: (body: Content) => Content;
  readonly marks: Pick<ToolMessage, "hint_dirs" | "risks">;
};

export const asItIs = (body: Content): Content => body;

/** Words from outside are marked as such; our own come behind them: of the guardrails, then of the folders entered. */
export function dressed(
  { pending, cwd, status, result }: FinishedCall,
  body: Content,
  notes: readonly string[],
  { hints }: Pick<TurnDeps, "hints">,
): Dress {
  const { plan } = pending;
  if (plan.kind === "refused") return { dress: (text) => notes.reduce(noted, text), marks: {} };
  const { name: tool } = plan.tool;
  const foreign = isUntrusted(tool);
  const neverRan = status === "timeout" && result.effect === "none";
  const hint = neverRan ? null : hints.after({ tool, args: plan.args, cwd });
  const risks = foreign ? risksIn(body) : [];
  return {
    dress: (text) => {
      const said = notes.reduce(noted, foreign ? wrapUntrusted(tool, text) : text);
      return hint === null ? said : withNote(said, hint.text);
    },
    marks: {
      ...(hint === null ? {} : { hint_dirs: [...hint.dirs] }),
      ...(risks.length === 0 ? {} : { risks: [...risks] }),
    },
  };
}

function noted(text: Content, note: string): Content {
  return withNote(text, `\n\n${note}`);
}
