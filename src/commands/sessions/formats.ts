import type { ArchivedSession } from "../../store/store.ts";
import { pageEnd, pageStart, sessionHtml } from "./format-html.ts";
import { sessionDocument, sessionLines } from "./format-json.ts";
import { sessionMarkdown } from "./format-markdown.ts";

type Format = (sessions: Iterable<ArchivedSession>) => Iterable<string>;

export const formats: Readonly<Record<string, Format>> = {
  jsonl: function* (sessions) {
    for (const session of sessions) yield sessionLines(session);
  },
  json: function* (sessions) {
    let separator = "\n";
    yield '{"v":1,"sessions":[';
    for (const session of sessions) {
      yield `${separator}${JSON.stringify(sessionDocument(session))}`;
      separator = ",\n";
    }
    yield "\n]}\n";
  },
  md: function* (sessions) {
    let separator = "";
    for (const session of sessions) {
      yield `${separator}${sessionMarkdown(session)}`;
      separator = "\n";
    }
  },
  html: function* (sessions) {
    yield pageStart;
    for (const session of sessions) yield sessionHtml(session);
    yield pageEnd;
  },
};
