import type { AgentEvent } from "../../../domain/event.ts";
import type { Log } from "../../../domain/log.ts";
import type { ChatAddress } from "../../../domain/platform.ts";
import { plainLine } from "../../../commands/plain-text.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";
import type { EditPace } from "./edit-pace.ts";
import type { PlatformSettings } from "../gateway-settings.ts";
import { layOut } from "./lay-out.ts";
import type { PlatformLine } from "./platform-line.ts";

/** Tools as they run, in one message that changes. */
export type ProgressLine = {
  readonly hear: (event: AgentEvent) => void;
  readonly flush: () => Promise<void>;
  /** The answer is there: the message goes where it can be taken away. */
  readonly end: () => Promise<void>;
};

export type ProgressPlace = {
  readonly line: PlatformLine;
  readonly chat: ChatAddress;
  readonly mode: PlatformSettings["display"]["toolProgress"];
  readonly pace: EditPace;
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
  readonly log: Log;
};

const mostLines = 8;
const longestLine = 200;

/** Without edits there would be a message for each tool. */
type Shown = { id: string | null; text: string; isStuck: boolean };

export function progressLine(place: ProgressPlace): ProgressLine {
  const { line, chat, mode, pace } = place;
  const lines = toolLines(place);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, place.signal]);
  const shown: Shown = { id: null, text: "", isStuck: !line.can("edit") || mode === "off" || mode === "log" };
  let running: Promise<void> | null = null;

  const show = async (text: string): Promise<void> => {
    const [wording] = layOut(text, line.capabilities, { isNumbered: false });
    if (wording === undefined) return;
    const { id } = shown;
    const result = await (id === null ? line.send(chat, wording, once) : line.edit(chat, id, wording, once));
    if (result.ok) Object.assign(shown, { id: id ?? result.messageId, text });
    else if (result.retryAfterMs !== undefined) return pace.hold(result.retryAfterMs);
    shown.isStuck = !result.ok || shown.id === null;
  };
  const run = async (): Promise<void> => {
    while (!shown.isStuck && lines.text() !== shown.text) {
      if (!(await pace.ready(signal))) return;
      await show(lines.text());
    }
  };
  return {
    hear: (event) => {
      if (!lines.hear(event) || shown.isStuck || stop.signal.aborted) return;
      running ??= run().finally(() => void (running = null));
    },
    flush: async () => void (await running),
    end: async () => {
      stop.abort();
      await running;
      if (shown.id !== null && line.can("remove")) await line.remove(chat, shown.id);
    },
  };
}

const once = { tries: 1 };

type ToolLines = { readonly hear: (event: AgentEvent) => boolean; readonly text: () => string };

/** The last few calls; children of a call share one line. */
function toolLines({ mode, redact, log }: ProgressPlace): ToolLines {
  const lines: { readonly callId: string; text: string }[] = [];
  const children = new Map<string, string>();
  let lastTool = "";

  const started = ({ call, preview }: Extract<AgentEvent, { type: "tool.started" }>): boolean => {
    const { name, arguments: given } = call.function;
    const text = plainLine(redact(phrases.toolLine(name, mode === "verbose" ? given : preview)), longestLine);
    if (mode === "log") log("info", "gateway.tool", { tool: name, preview: text });
    const isSame = mode === "new" && name === lastTool;
    lastTool = name;
    if (!isSame) lines.push({ callId: call.id, text: `\`${text.replaceAll("`", "'")}\`` });
    return !isSame;
  };
  const finished = ({ callId, ok }: Extract<AgentEvent, { type: "tool.finished" }>): boolean => {
    const line = ok ? undefined : lines.find((each) => each.callId === callId);
    if (line !== undefined) line.text = phrases.toolFailed(line.text);
    return line !== undefined;
  };
  const childChanged = ({ id, phase, note }: Extract<AgentEvent, { type: "subagent.changed" }>): boolean => {
    if (phase === "text") return false;
    if (phase === "ended") return children.delete(id);
    children.set(id, plainLine(redact(note), 80).replaceAll("`", "'"));
    return true;
  };
  return {
    hear: (event) => {
      if (event.type === "tool.started") return started(event);
      if (event.type === "tool.finished") return finished(event);
      return event.type === "subagent.changed" && childChanged(event);
    },
    text: () => {
      const hidden = lines.length - mostLines;
      const newest = [...children.values()].findLast((note) => note !== "") ?? "";
      return [
        ...(hidden > 0 ? [phrases.earlierTools(hidden)] : []),
        ...lines.slice(-mostLines).map(({ text }) => text),
        ...(children.size > 0 ? [phrases.children(children.size, newest === "" ? "" : `\`${newest}\``)] : []),
      ].join("\n");
    },
  };
}
