import type { Question } from "../../../domain/approval.ts";
import type { ShellEnd } from "../../../domain/person-shell.ts";
import { inputPhrases as say } from "../../../text/phrases/input.ts";
import type { Chat } from "../chat.ts";

const mostChars = 1_000_000;

export function isShellEscape(text: string): boolean {
  return /^!\s*\S/.test(text);
}

/** `!command`: in the session's shell, on the screen only. The conversation hears nothing of it. */
export class ShellEscape {
  readonly #chat: Chat;
  readonly #waiting: string[] = [];
  #stop: AbortController | null = null;

  constructor(chat: Chat) {
    this.#chat = chat;
  }

  /** Also those that wait. False: nothing ran. */
  stop(): boolean {
    const wasRunning = this.#stop !== null;
    this.#waiting.length = 0;
    this.#stop?.abort();
    return wasRunning;
  }

  /** One after the other, as in a shell that is typed ahead of. */
  async run(typed: string): Promise<void> {
    this.#waiting.push(typed);
    if (this.#stop !== null) return;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#runOne(next);
  }

  async #runOne(typed: string): Promise<void> {
    const chat = this.#chat;
    const command = typed.replace(/^!\s*/, "");
    const stop = new AbortController();
    this.#stop = stop;
    chat.show({ kind: "question", text: typed });
    chat.dispatch({ type: "shell.started", command });
    try {
      const onOutput = printer(chat);
      const end = await chat.shell.run(command, { people: this.#people(), onOutput, signal: stop.signal });
      const last = lastLine(end);
      if (last !== null) chat.notice("warning", last);
    } finally {
      this.#stop = null;
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
      return say.shellStopped;
    case "denied":
      return say.shellDenied(end.rule);
    case "not-started":
      return say.shellNotStarted(end.why);
  }
}
