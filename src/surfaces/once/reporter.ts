import type { Question } from "../../domain/approval.ts";
import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import type { Content } from "../../domain/message.ts";
import type { ResultObject } from "./result-object.ts";

type NoticeLevel = "info" | "warning";

/** One way of telling what happens. It hears everything in order and decides what to show. */
export type Reporter = {
  readonly begin: (info: SessionInfo) => void;
  readonly asked: (content: Content) => void;
  readonly event: (event: AgentEvent) => void;
  /** `autoAnswer` is what was answered because nobody is there; null leaves it to the client on stdin. */
  readonly question: (question: Question, autoAnswer: string | null) => void;
  readonly notice: (level: NoticeLevel, text: string) => void;
  readonly finish: (result: ResultObject) => void;
};

/** Several reporters as one. */
export function together(reporters: readonly Reporter[]): Reporter {
  const each = (tell: (reporter: Reporter) => void): void => reporters.forEach(tell);
  return {
    begin: (info) => each((reporter) => reporter.begin(info)),
    asked: (content) => each((reporter) => reporter.asked(content)),
    event: (event) => each((reporter) => reporter.event(event)),
    question: (question, autoAnswer) => each((reporter) => reporter.question(question, autoAnswer)),
    notice: (level, text) => each((reporter) => reporter.notice(level, text)),
    finish: (result) => each((reporter) => reporter.finish(result)),
  };
}

const silent = (): void => undefined;

/** Nothing on the way and one thing at the end: the text and the json format. */
export function atTheEnd(print: (result: ResultObject) => void): Reporter {
  return { begin: silent, asked: silent, event: silent, question: silent, notice: silent, finish: print };
}
