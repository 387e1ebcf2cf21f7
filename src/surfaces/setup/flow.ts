/** What a person is asked. `current` is what stands there now: Enter alone keeps it. */
export type Question =
  | {
      readonly kind: "choice";
      readonly title: string;
      readonly notes: readonly string[];
      readonly options: readonly Option[];
      /** The value Enter takes at first. */
      readonly current: string | null;
      /** What is typed may be an answer that is not on the list. */
      readonly isOpen: boolean;
    }
  | {
      readonly kind: "text" | "secret";
      readonly title: string;
      readonly notes: readonly string[];
      /** As it may be shown; null: there is none. */
      readonly current: string | null;
    };

export type Option = { readonly value: string; readonly label: string; readonly detail: string };

/** `back`: the question before; `leave`: out of it all. */
export type Answer = { readonly kind: "value"; readonly value: string } | { readonly kind: "back" | "leave" };

export type Step<Effect, End> =
  | { readonly kind: "ask"; readonly question: Question }
  | { readonly kind: "do"; readonly effect: Effect; readonly waiting: string }
  | { readonly kind: "end"; readonly end: End };

/** A conversation with the person as plain functions: where it stands, what comes now, and what an answer makes of it. */
export type Flow<State, Effect, Result, End> = {
  readonly step: (state: State) => Step<Effect, End>;
  readonly answered: (state: State, answer: Answer) => State;
  readonly happened: (state: State, result: Result) => State;
};

/** Who puts the questions: a screen, or line by line. */
export type Asker = {
  readonly ask: (question: Question) => Promise<Answer>;
  readonly say: (line: string) => void;
  /** Waits with the person, who may leave meanwhile: then the signal aborts and the answer is null. */
  readonly wait: <T>(text: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T | null>;
  readonly close: () => void;
};

export async function runFlow<State, Effect, Result, End>(
  flow: Flow<State, Effect, Result, End>,
  start: State,
  perform: (effect: Effect, signal: AbortSignal) => Promise<Result>,
  asker: Asker,
): Promise<End> {
  let state = start;
  for (;;) {
    const step = flow.step(state);
    switch (step.kind) {
      case "end":
        return step.end;
      case "ask":
        state = flow.answered(state, await asker.ask(step.question));
        break;
      case "do": {
        const result = await asker.wait(step.waiting, (signal) => perform(step.effect, signal));
        state = result === null ? flow.answered(state, { kind: "leave" }) : flow.happened(state, result);
      }
    }
  }
}
