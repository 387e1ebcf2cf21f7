import { setupPhrases as say } from "../../text/phrases/setup.ts";
import type { Answer, Flow, Question, Step } from "./flow.ts";
import type { SettingQuestion } from "./sections.ts";

export type SectionState = {
  readonly questions: readonly SettingQuestion[];
  /** By key, as a person would write them. */
  readonly current: ReadonlyMap<string, string>;
  readonly at: number;
  readonly stage: "ask" | "read" | "store" | "over";
  readonly text: string;
  readonly changes: readonly Change[];
  readonly complaint: string | null;
  readonly end: SectionEnd;
};

type Change = { readonly key: string; readonly value: unknown };

export type SectionEffect =
  | { readonly kind: "read"; readonly key: string; readonly text: string }
  | { readonly kind: "store"; readonly changes: readonly Change[] };

export type SectionResult =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "bad"; readonly allowed: string }
  | { readonly kind: "stored" }
  | { readonly kind: "unstored"; readonly message: string };

export type SectionEnd =
  | { readonly kind: "left" }
  | { readonly kind: "stored"; readonly count: number }
  | { readonly kind: "failed"; readonly message: string };

export function newSection(questions: readonly SettingQuestion[], current: ReadonlyMap<string, string>): SectionState {
  return { questions, current, at: 0, stage: "ask", text: "", changes: [], complaint: null, end: { kind: "left" } };
}

/** One setting after the other; written down together when the last one is answered, or not at all. */
export const sectionFlow: Flow<SectionState, SectionEffect, SectionResult, SectionEnd> = { step, answered, happened };

function step(state: SectionState): Step<SectionEffect, SectionEnd> {
  const { stage, questions, at, changes, text, end } = state;
  const asked = questions[at];
  if (stage === "over" || (asked === undefined && changes.length === 0)) {
    return { kind: "end", end: stage === "over" ? end : { kind: "stored", count: 0 } };
  }
  if (stage === "store" || asked === undefined)
    return { kind: "do", effect: { kind: "store", changes }, waiting: say.storing };
  if (stage === "read") return { kind: "do", effect: { kind: "read", key: asked.key, text }, waiting: say.storing };
  return { kind: "ask", question: questionOf(asked, state) };
}

function questionOf({ key, title, options }: SettingQuestion, { current, complaint }: SectionState): Question {
  const now = current.get(key) ?? "";
  const notes = [...(complaint === null ? [] : [complaint]), `${key} = ${now === "" ? '""' : now}`];
  if (options.length === 0) return { kind: "text", title, notes, current: now };
  return { kind: "choice", title, notes, options, current: now, isOpen: false };
}

function answered(state: SectionState, answer: Answer): SectionState {
  const asked = state.questions[state.at];
  const quiet = { ...state, complaint: null };
  const isOut = answer.kind === "leave" || (answer.kind === "back" && state.at === 0);
  if (isOut || asked === undefined) return { ...state, stage: "over", end: { kind: "left" } };
  if (answer.kind !== "value") return { ...quiet, at: state.at - 1 };
  const isSame = answer.value === (state.current.get(asked.key) ?? "");
  const changes = state.changes.filter(({ key }) => key !== asked.key);
  return isSame ? { ...quiet, changes, at: state.at + 1 } : { ...quiet, changes, stage: "read", text: answer.value };
}

function happened(state: SectionState, result: SectionResult): SectionState {
  const asked = state.questions[state.at];
  switch (result.kind) {
    case "value":
      return {
        ...state,
        stage: "ask",
        at: state.at + 1,
        changes: asked === undefined ? state.changes : [...state.changes, { key: asked.key, value: result.value }],
      };
    case "bad":
      return { ...state, stage: "ask", complaint: say.notValid(result.allowed) };
    case "stored":
      return { ...state, stage: "over", end: { kind: "stored", count: state.changes.length } };
    case "unstored":
      return { ...state, stage: "over", end: { kind: "failed", message: result.message } };
  }
}
