import { visibleWidth } from "@earendil-works/pi-tui";
import type { SessionInfo } from "../../domain/event.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { Highlight } from "./code/highlighter.ts";
import { diffLines } from "./diff-lines.ts";
import { oneLine, wrapped } from "./lines.ts";
import { markdownLines } from "./markdown-lines.ts";
import type { Paint } from "./theme/paint.ts";
import type { Block } from "./screen.ts";

const mostReasoningLines = 10;
const levels = { info: "dim", warning: "warn", error: "bad" } as const;

/** A finished block as it is written to the scrollback. */
export function blockLines(block: Block, width: number, paint: Paint, highlight?: Highlight): readonly string[] {
  switch (block.kind) {
    case "banner":
      return bannerLines(block.info, block.yolo, width, paint);
    case "question":
      return ["", ...marked(block.text, paint.accent(paint.bold("›")), width, paint.bold)];
    case "text":
      return ["", ...markdownLines(block.text, width, paint, highlight)];
    case "reasoning":
      return ["", ...reasoningLines(block.text, say.thought(block.durationMs), width, paint)];
    case "tool": {
      const mark = block.ok ? paint.good("✓") : paint.bad("✗");
      const tail = paint.dim(say.duration(block.durationMs));
      return [toolLine({ ...block, mark, tail }, width, paint)];
    }
    case "child":
      return [oneLine(`  ${paint.dim("↳")} ${block.goal} ${paint.dim(block.note)}`, width)];
    case "diff":
      return diffLines(block.diff, width, paint);
    case "notice":
      return wrapped(block.text, width, "  ").map(paint[levels[block.level]]);
    case "summary":
      return ["", paint.dim(oneLine(block.text, width))];
    case "said":
      return ["", ...wrapped(block.text, width)];
  }
}

type ToolLine = { readonly mark: string; readonly name: string; readonly preview: string; readonly tail: string };

/** The preview gives way, so that the outcome is seen in a narrow window too. */
export function toolLine({ mark, name, preview, tail }: ToolLine, width: number, paint: Paint): string {
  const head = `${mark} ${paint.bold(name)}`;
  const room = width - visibleWidth(`x ${name}`) - visibleWidth(tail) - 2;
  const shown = preview === "" || room < 4 ? "" : ` ${oneLine(preview, room)}`;
  return oneLine(`${head}${shown} ${tail}`, width);
}

function reasoningLines(text: string, head: string, width: number, paint: Paint): readonly string[] {
  const lines = wrapped(text, width, "  ");
  const hidden = lines.length - mostReasoningLines;
  const shown = hidden > 0 ? [...lines.slice(0, mostReasoningLines), `  ${say.hiddenLines(hidden)}`] : lines;
  return [paint.dim(oneLine(head, width)), ...shown.map((line) => paint.dim(line))];
}

function bannerLines(info: SessionInfo, yolo: boolean, width: number, paint: Paint): readonly string[] {
  const servers = (info.mcpServers ?? []).map(({ name, status }) => `${name} (${status})`);
  const lines = [
    paint.bold(paint.accent(say.version(info.version))),
    say.bannerModel(info.model, info.provider),
    say.bannerFolder(info.cwd),
    say.bannerSession(info.sessionId),
    say.bannerTools(info.tools.length),
    ...(servers.length === 0 ? [] : [say.bannerServers(servers)]),
    ...(info.cache === "" ? [] : [info.cache]),
    ...(yolo ? [paint.bad(say.yolo)] : []),
    paint.dim(say.bannerHelp),
  ];
  return lines.flatMap((line) => wrapped(line, width));
}

function marked(text: string, mark: string, width: number, look: (text: string) => string): readonly string[] {
  const lines = wrapped(text, width, "  ");
  return lines.map((line, index) => (index === 0 ? `${mark} ${look(line.slice(2))}` : look(line)));
}
