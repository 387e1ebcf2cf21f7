import { setTimeout as sleep } from "node:timers/promises";
import type { PlatformLink, SendResult } from "hermes/plugin-sdk";
import { lineOf, parseLine, type IrcLine } from "./line.ts";
import { createLogin } from "./login.ts";
import { isChannel, isTarget } from "./names.ts";
import { createPace } from "./pace.ts";
import { createRoom, type Room } from "./room.ts";
import type { IrcSettings } from "./settings.ts";
import { openWire, type Wire } from "./socket.ts";
import { linesOf } from "./text.ts";

export type Session = {
  readonly say: (target: string, text: string, signal: AbortSignal) => Promise<SendResult>;
  readonly close: () => void;
};

/** Resolves when the server has said welcome; the channels are asked for by then, and lines keep their order. */
export async function openSession(settings: IrcSettings, link: PlatformLink, signal: AbortSignal): Promise<Session> {
  const { promise: welcome, resolve, reject } = Promise.withResolvers<Room>();
  let room: Room | null = null;
  const wire = openWire(settings, {
    line: (text) => {
      const line = parseLine(text);
      if (line === null) return;
      if (line.command === "PING") wire.write(lineOf("PONG", ...line.params));
      else if (room === null) hearLogin(line);
      else report(line, room, link);
    },
    closed: (why) => {
      if (room === null) reject(new Error(why));
      else link.lost({ message: why, retryable: true });
    },
  });
  const login = createLogin(settings, wire.write);
  const hearLogin = (line: IrcLine): void => {
    const step = login.hear(line);
    if (step.kind === "refused") {
      if (!step.retryable) link.lost({ message: step.why, retryable: false });
      reject(new Error(step.why));
    }
    if (step.kind !== "welcome") return;
    room = createRoom(step, messageIds());
    for (const channel of settings.channels) wire.write(lineOf("JOIN", channel));
    resolve(room);
  };
  const stop = (): void => reject(new Error("stopped"));
  signal.addEventListener("abort", stop, { once: true });
  login.begin();
  try {
    const entered = await welcome;
    return { say: speaker(wire.write, entered), close: () => wire.close(lineOf("QUIT", "bye")) };
  } catch (error) {
    wire.close(lineOf("QUIT", "bye"));
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function report(line: IrcLine, room: Room, link: PlatformLink): void {
  const { message, event } = room.hear(line);
  if (message !== undefined) link.message(message);
  if (event !== undefined) link.event(event);
  if (/^4\d\d$/.test(line.command)) link.log("warning", "refused", { code: line.command, about: line.params[1] ?? "" });
}

/** IRC gives messages no ids, and delivers none twice: time and a count make one that never comes again. */
function messageIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${Date.now()}-${count}`;
  };
}

function speaker(write: Wire["write"], room: Room): Session["say"] {
  const waitBefore = createPace();
  return async (target, text, signal) => {
    if (!isTarget(target)) return { ok: false, kind: "rejected", error: "this is no name of a channel or a person" };
    if (isChannel(target) && room.isShut(target)) return { ok: false, kind: "gone", error: "we are not in there" };
    const lines = linesOf(text);
    for (const [sent, line] of lines.entries()) {
      try {
        await sleep(waitBefore(Date.now()), null, { signal });
      } catch {
        return cutShort(sent, lines.length);
      }
      if (!write(lineOf("PRIVMSG", target, line))) return cutShort(sent, lines.length);
    }
    return { ok: true, messageId: null };
  };
}

/** What is out cannot be taken back: trying again would say it twice. */
function cutShort(sent: number, all: number): SendResult {
  if (sent === 0) return { ok: false, kind: "retryable", error: "stopped before the first line" };
  return { ok: false, kind: "rejected", error: `stopped after ${sent} of ${all} lines` };
}
