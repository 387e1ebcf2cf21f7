import type { Clock } from "../../../domain/clock.ts";
import type { Log } from "../../../domain/log.ts";
import type { ChatAddress } from "../../../domain/platform.ts";
import type { FollowedTurn, TurnShow } from "../chat-voice.ts";
import type { GatewaySettings, PlatformSettings } from "../gateway-settings.ts";
import type { Deliveries } from "./deliveries.ts";
import { isSilence } from "./directives.ts";
import { editPace } from "./edit-pace.ts";
import type { PlatformLine } from "./platform-line.ts";
import { progressLine } from "./progress-line.ts";
import { reasoningBlock } from "./reasoning-block.ts";
import { sendAnswer, sendMedia, type ReadyAnswer, type Sent } from "./send-answer.ts";
import { streamedAnswer } from "./streamed-answer.ts";

export type TurnPlace = {
  readonly line: PlatformLine;
  readonly chat: ChatAddress;
  readonly display: PlatformSettings["display"];
  readonly streaming: GatewaySettings["streaming"];
  readonly deliveries: Deliveries;
  readonly ready: (answer: string) => ReadyAnswer;
  readonly say: (text: string) => Promise<unknown>;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
};

/** One turn in a chat: its tools, its thoughts where they are wanted, and its answer. */
export function turnShow(place: TurnPlace, { sessionKey, replyTo }: FollowedTurn): TurnShow {
  const { line, chat, display } = place;
  const intervalMs = Math.max(place.streaming.editIntervalMs, line.capabilities.editMinIntervalMs ?? 0);
  const pace = editPace(intervalMs, place.clock);
  const thoughts = thoughtsOf(place);
  const progress = progressLine({ ...place, mode: display.toolProgress, pace });
  const isStreamed = display.streaming && line.can("edit");
  const stream = isStreamed
    ? streamedAnswer({ ...place, ...place.streaming, pace, replyTo, before: thoughts.say })
    : null;

  const hear: TurnShow["hear"] = (event) => {
    if (event.type === "reasoning.delta") thoughts.add(event.text);
    if (event.type === "text.delta") stream?.push(event.text);
    if (event.type === "segment.ended") {
      stream?.endSegment();
      if (stream === null) thoughts.forget();
    }
    progress.hear(event);
  };
  const send = async (answer: string): Promise<Sent> => {
    const ready = place.ready(answer);
    const plan = { line, chat, replyTo };
    const result = ready.text === "" ? null : ((await stream?.finish(ready.text)) ?? null);
    if (result === null) {
      await thoughts.say();
      return sendAnswer(ready, { ...plan, skip: 0 });
    }
    return { result: result.ok ? await sendMedia(ready.media, plan) : result, sent: "unclear" };
  };
  const endWith = async (text: string | null): Promise<void> => {
    await stream?.flush();
    await progress.end();
    if (text !== null) await place.say(text);
  };
  return {
    hear,
    flush: async () => {
      await stream?.flush();
      await progress.flush();
    },
    finish: async (answer) => {
      if (answer.trim() === "" || isSilence(answer)) return endWith(null);
      await progress.end();
      const delivery = { sessionKey, platform: line.name, chat, text: answer, replyTo };
      await place.deliveries.deliver(delivery, () => send(answer));
    },
    abandon: endWith,
  };
}

type Thoughts = {
  readonly add: (text: string) => void;
  readonly say: () => Promise<void>;
  readonly forget: () => void;
};

/** What was thought since something was said, told once before the next thing is. */
function thoughtsOf({ display, line, chat }: TurnPlace): Thoughts {
  let thought = "";
  const forget = (): void => void (thought = "");
  return {
    add: (text) => void (thought += display.reasoning ? text : ""),
    forget,
    say: async () => {
      const block = reasoningBlock(thought, line.capabilities);
      forget();
      if (block !== null) await line.send(chat, block);
    },
  };
}
