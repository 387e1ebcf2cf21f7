import { calm, reduceStatus, type StatusLine } from "../../session/status-lines.ts";
import type { Feed } from "./callbacks.ts";

export type StatusCallback = (kind: StatusLine["kind"], message: string) => void;

export function statusFeed(report: StatusCallback): Feed {
  let status = calm;
  return (event) => {
    const { state, lines } = reduceStatus(status, event);
    status = state;
    for (const { kind, message } of lines) report(kind, message);
  };
}
