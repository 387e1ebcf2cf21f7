import type { Question } from "../../../domain/approval.ts";
import type { ShellEnd, ShellUse } from "../../../domain/person-shell.ts";
import type { LineRun } from "../../../commands/slash/slash-command.ts";
import { inputPhrases as say } from "../../../text/phrases/input.ts";
import type { Chat } from "../chat.ts";

const mostChars = 1_000_000;

export function isShellEscape(text: string): boolean {
  return /^!\s*\S/.test(text);
}

/** `!command`: in the session's shell, on the screen only. The conversation hears nothing of it. */
export class ShellEscape {
  readonly #chat: Chat;
  #stop = new AbortController(); // of all that runs or waits
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  /** Also those that wait. False: nothing ran. */
  stop(): boolean {
    if (this.#waiting === 0) return false;
    this.#stop.abort();
    this.#stop = new AbortController();
    return true;
  }

  /** What is typed after the `!`, its output on the screen as it comes. */
  run(typed: string): Promise<void> {
    return this.#inTurn(async (signal) => {
      if (signal.aborted) return;
      const chat = this.#chat;
      chat.show({ kind: "question", text: typed });
      const onOutput = printer(chat);
      const last = lastLine(await this.#runOne(typed.replace(/^!\s*/, ""), { onOutput, signal }));
      if (last !== null) chat.notice("warning", last);
    });
  }

  /** A command whose output its caller shows. */
  collect(command: string, limitMs: number): Promise<LineRun> {
    return this.#inTurn(async (signal) => {
      if (signal.aborted) return { end: { kind: "stopped" }, output: "" };
      const kept = { text: "" };
      const onOutput = (text: string): void => void (kept.text = (kept.text + text).slice(0, mostChars));
      const end = await this.#runOne(command, { onOutput, signal, limitMs });
      return { end, output: kept.text };
    });
  }

  /** One after the other, as in a shell that is typed ahead of. */
  async #inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { signal } = this.#stop;
    this.#waiting += 1;
    const mine = this.#last.then(() => work(signal));
    this.#last = mine.catch(() => undefined); // whoever asked for it hears of it
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #runOne(command: string, use: Omit<ShellUse, "people">): Promise<ShellEnd> {
    const chat = this.#chat;
    chat.dispatch({ type: "shell.started", command });
    try {
      return await chat.shell.run(command, { ...use, people: this.#people() });
    } finally {
      chat.dispatch({ type: "shell.ended" });
    }
  }

  #people() {
    const chat = this.#chat;
    return {
      whenFree: <T>(work: () => Promise<T>) => work(),
      put: (question: Omit<Question, "id">, signal: AbortSignal) => askInTime(question, chat, signal),
      charge: () => undefined,
      warn: (text: string) => chat.notice("warning", text),
    };
  }
}

/** null: nobody answered while there was time. */
async function askInTime(question: Omit<Question, "id">, { chooser, world }: Chat, signal: AbortSignal) {
  if (question.timeoutMs === undefined) return chooser.ask(question, signal);
  using limit = world.clock.deadline(question.timeoutMs, signal);
  return await chooser.ask(question, limit.signal);
}

/** Output as it comes; what nobody can read any more is cut. */
function printer(chat: Chat): (text: string) => void {
  let room = mostChars;
  return (text) => {
    if (room <= 0) return;
    const shown = text.slice(0, room).replace(/\n$/, "");
    room -= text.length;
    chat.show({ kind: "output", text: shown });
    if (room <= 0) chat.notice("warning", say.shellCut("a million characters"));
  };
}

function lastLine(end: ShellEnd): string | null {
  switch (end.kind) {
    case "exited":
      return end.code === 0 ? null : say.shellExited(end.code);
    case "stopped":
    case "timed-out":
      return say.shellStopped;
    case "denied":
      return say.shellDenied(end.rule);
    case "not-started":
      return say.shellNotStarted(end.why);
  }
}
