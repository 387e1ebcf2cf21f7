import type { Question } from "../../src/domain/approval.ts";
import type { Emit } from "../../src/domain/event.ts";
import type { TurnResult } from "../../src/domain/turn.ts";
import { EventBuffer } from "../../src/session/event-buffer.ts";
import { GoalKeeper } from "../../src/session/goal/goal-keeper.ts";
import { OpenQuestions } from "../../src/session/open-questions.ts";
import { SteerQueue } from "../../src/session/steer-queue.ts";
import type { TurnInput } from "../../src/session/turn-input.ts";
import type { TalkSession } from "../../src/surfaces/gateway/talk-world.ts";
import { ApprovalState } from "../../src/tools/approval/approval-state.ts";
import type { FakeClock } from "./fake-clock.ts";
import { interruptedTurn, scriptedInfo, turnResult } from "./scripted-session.ts";

type Stage = {
  readonly text: string;
  readonly emit: Emit;
  readonly ask: (question: Question) => Promise<string | null>;
  /** Aborts when the turn is interrupted. */
  readonly signal: AbortSignal;
};

/** A turn as it goes: its answer, or more of its result. It is interrupted when somebody says so, whatever it plays. */
export type Play = (stage: Stage) => Promise<string | Partial<TurnResult>>;

export type PlayedSession = TalkSession & {
  readonly asked: readonly string[];
  readonly inputs: readonly TurnInput[];
  readonly calls: readonly string[];
  /** News of a background process. */
  readonly tell: (text: string) => void;
};

export type PlayedParts = {
  readonly clock: FakeClock;
  readonly sessionId: string;
  readonly play: Play;
  readonly overrides?: Partial<TalkSession>;
};

/** A turn that comes to no end by itself. */
export const hangs: Play = () => new Promise(() => undefined);

/** The turn with this question waits for `go`, others answer at once. */
export function waitsOn(text: string): { readonly play: Play; readonly go: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const play: Play = async (stage) => {
    if (stage.text === text) await promise;
    return `re ${stage.text}`;
  };
  return { play, go: resolve };
}

const whatNobodyPlays = {
  invokeSkills: async () => ({ kind: "plain" }),
  hygiene: async () => ({ kind: "nothing" }),
  setEphemeralPrompt: () => undefined,
  compress: async () => ({ kind: "nothing" }),
  undoCompression: async () => ({ kind: "nothing" }),
  undo: async () => ({ kind: "busy", holder: null }),
  lastQuestion: () => ({ kind: "fewer", possible: 0, isCompressed: false }),
  children: { list: () => [], steer: () => false, stop: () => false },
  reloadTools: async () => false,
  cost: { spentUsd: null, ratio: null, savedUsd: 0, lastReadShare: null },
  context: {
    tokens: 0,
    isReported: false,
    window: 1,
    trigger: null,
    layers: [],
    tools: [],
    messages: 0,
    parts: null,
    deferred: null,
  },
} satisfies Partial<TalkSession>;

/** A session whose turns are played by a function; questions, steering and interrupts are the real thing. */
export function playedSession({ clock, sessionId, play, overrides = {} }: PlayedParts): PlayedSession {
  const inputs: TurnInput[] = [];
  const calls: string[] = [];
  const notices = playedNotices(() => stop === null);
  const questions = new OpenQuestions(clock);
  const steer = new SteerQueue();
  let stop: AbortController | null = null;

  const run = async (input: TurnInput, emit: Emit, { signal }: AbortController): Promise<TurnResult> => {
    const ask = (question: Question) => questions.ask(question, emit, signal);
    const cut = new Promise<"cut">((resolve) => signal.addEventListener("abort", () => resolve("cut"), { once: true }));
    const end = await Promise.race([play({ text: textOf(input), emit, ask, signal }), cut]);
    if (end === "cut") return turnResult({ ...interruptedTurn, session_id: sessionId });
    const more = typeof end === "string" ? { final_response: end } : end;
    return turnResult({ session_id: sessionId, pending_steer: steer.take(), ...more });
  };

  return {
    ...whatNobodyPlays,
    ...notices,
    inputs,
    calls,
    get asked() {
      return inputs.map(textOf);
    },
    info: { ...scriptedInfo, sessionId },
    approvals: new ApprovalState({ mode: "manual", edits: "allow", yolo: false }),
    send: (input) => {
      inputs.push(input);
      const events = new EventBuffer();
      const own = new AbortController();
      stop = own;
      const result = run(input, (event) => events.push(event), own).finally(() => {
        stop = null;
        events.close();
      });
      result.catch(() => undefined); // whoever awaits the turn sees it
      return { events, result };
    },
    interrupt: () => {
      calls.push("interrupt");
      stop?.abort();
    },
    clearInterrupt: () => undefined,
    steer: (text) => steer.add(text),
    takeSteer: () => steer.take(),
    answer: (id, choice) => questions.answer(id, choice),
    goal: new GoalKeeper(async () => ({ kind: "judged", verdict: "done", reason: "all is there" })),
    close: async () => void calls.push("close"),
    ...overrides,
  };
}

function textOf({ content }: TurnInput): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

function playedNotices(isIdle: () => boolean): Pick<PlayedSession, "tell" | "onNotice" | "takeNotice"> {
  const news: string[] = [];
  const listeners = new Set<() => void>();
  return {
    tell: (text) => {
      news.push(text);
      for (const listener of listeners) listener();
    },
    onNotice: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    takeNotice: () => {
      const content = isIdle() ? (news.shift() ?? null) : null;
      return content === null ? null : { content, stored: { displayKind: "process_notice" } };
    },
  };
}
