import type { ProcessNotices } from "../../domain/process-notice.ts";
import type { PatternHit } from "./pattern-watch.ts";

export type NoticeBoard = ProcessNotices & {
  /** `isSeen` is asked when the notice is taken: the agent may have learned of the end by itself. */
  readonly ended: (process: Named, exitCode: number, isSeen: () => boolean) => void;
  readonly matched: (process: Named, hit: PatternHit) => void;
  /** Nobody will be there to hear. */
  readonly silence: () => void;
};

type Named = { readonly id: string; readonly command: string };
type Notice = { readonly text: string; readonly isSeen: () => boolean };

const commandChars = 120;

/**
 * Facts only, no output: what a process prints must not speak in the place of the user.
 */
export function createNoticeBoard(): NoticeBoard {
  let notices: readonly Notice[] = [];
  const listeners = new Set<() => void>();
  const add = (notice: Notice): void => {
    notices = [...notices, notice];
    for (const listener of listeners) listener();
  };
  const news = (): readonly Notice[] => notices.filter(({ isSeen }) => !isSeen());
  return {
    take: () => {
      const texts = news().map(({ text }) => text);
      notices = [];
      return texts.length === 0 ? null : texts.join("\n");
    },
    hasNews: () => news().length > 0,
    onNews: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ended: (process, exitCode, isSeen) => {
      add({ text: `[${nameOf(process)} ended with exit code ${exitCode}. process log shows its output.]`, isSeen });
    },
    matched: (process, { kind, pattern }) => {
      const said = `printed ${JSON.stringify(pattern)}`;
      const more = kind === "too-often" ? " too often to be told each time; you will hear when it ends" : "";
      add({ text: `[${nameOf(process)} ${said}${more}. process poll shows its output.]`, isSeen: () => false });
    },
    silence: () => {
      notices = [];
      listeners.clear();
    },
  };
}

function nameOf({ id, command }: Named): string {
  const line = command.replaceAll(/\s+/g, " ").trim();
  const short = line.length > commandChars ? `${line.slice(0, commandChars).toWellFormed()}…` : line;
  return `Background process ${id} (${short})`;
}
