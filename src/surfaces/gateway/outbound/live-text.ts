import type { ChatAddress, SendResult } from "../../../domain/platform.ts";
import { codeMarks } from "./code-marks.ts";
import { layOut, type LaidOut } from "./lay-out.ts";
import type { Manner, PlatformLine } from "./platform-line.ts";

/** A text that grows in a chat: the newest message is changed until it is full, then the next one begins. */
export type LiveText = {
  /** With the cursor; a failure tells the caller to leave it be for a while, or for good. */
  readonly grow: (text: string) => Promise<SendResult>;
  /** Exactly this text, in the messages that are there; what cannot be changed is said anew. */
  readonly settle: (text: string) => Promise<SendResult>;
  readonly isShown: () => boolean;
};

export type LivePlace = {
  readonly line: PlatformLine;
  readonly chat: ChatAddress;
  readonly cursor: string;
  /** The message that the first one answers. */
  readonly quote: () => string | null;
};

type Message = { readonly id: string | null; readonly marked: string; readonly said: string };

const arrived: SendResult = { ok: true, messageId: null };
const unchangeable: SendResult = { ok: false, kind: "rejected", error: "the platform told no id" };

export function liveText({ line, chat, quote, cursor }: LivePlace): LiveText {
  const messages: Message[] = [];
  const layoutOf = (text: string, isOpen: boolean): readonly LaidOut[] =>
    layOut(text, line.capabilities, { isNumbered: false, cursor, isOpen });

  const change = (old: Message, part: LaidOut, manner: Manner): Promise<SendResult> | SendResult => {
    if (old.marked === part.marked) return arrived;
    return old.id === null ? unchangeable : line.edit(chat, old.id, part, manner);
  };
  const put = async (index: number, part: LaidOut, said: string, manner: Manner): Promise<SendResult> => {
    const old = messages[index];
    const result = await (old === undefined
      ? line.send(chat, part, { ...manner, replyTo: index === 0 ? quote() : null })
      : change(old, part, manner));
    if (!result.ok) return result;
    messages[index] = { id: old === undefined ? result.messageId : old.id, marked: part.marked, said };
    return result;
  };

  const grow = async (text: string): Promise<SendResult> => {
    const newest = Math.max(0, messages.length - 1); // those before it are full and stay as they are
    for (const [index, part] of layoutOf(text, true).entries()) {
      const result = index < newest ? arrived : await put(index, part, text.slice(0, part.end), { tries: 1 });
      if (!result.ok) return result;
    }
    return arrived;
  };
  const sayRest = async (text: string, from: number): Promise<SendResult> => {
    for (const part of layOut(reopened(text, from), line.capabilities, { isNumbered: false })) {
      const result = await line.send(chat, part);
      if (!result.ok) return result;
    }
    return arrived;
  };
  const settle = async (text: string): Promise<SendResult> => {
    const parts = layoutOf(text, false);
    for (const [index, part] of parts.entries()) {
      const said = messages[index]?.said;
      const result = await put(index, part, text.slice(0, part.end), {});
      if (result.ok) continue;
      if (said === undefined) return result;
      return sayRest(text, text.startsWith(said) ? said.length : part.start);
    }
    for (const { id } of messages.splice(parts.length))
      if (id !== null && line.can("remove")) await line.remove(chat, id);
    return arrived;
  };
  return { grow, settle, isShown: () => messages.length > 0 };
}

/** What comes behind a place; a block that is open there is opened again. */
function reopened(text: string, from: number): string {
  const open = codeMarks(text).fences.findLast((fence) => fence.end <= from)?.opens ?? null;
  return `${open?.opener ?? ""}${text.slice(from)}`;
}
