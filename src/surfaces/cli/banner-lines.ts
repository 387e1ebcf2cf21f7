import type { SessionInfo } from "../../domain/event.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { wrapped } from "./lines.ts";
import type { Block, Fact } from "./screen.ts";
import type { Paint } from "./theme/paint.ts";

const cacheMark = "💾 ";
const cacheMarkColumns = 3;

type Opening = Extract<Block, { kind: "banner" | "facts" | "help" }>;

/** Whether a block belongs to what a conversation begins with. */
export function isOpening(block: Block): block is Opening {
  return block.kind === "banner" || block.kind === "facts" || block.kind === "help";
}

export function openingLines(block: Opening, width: number, paint: Paint): readonly string[] {
  switch (block.kind) {
    case "banner":
      return bannerLines(block, width, paint);
    case "facts":
      return factLines(block.facts, width, paint);
    case "help":
      return wrapped(say.bannerHelp, width).map((line) => paint.dim(line));
  }
}

/** Who answers, where, and with what. */
function bannerLines(
  { info, yolo, profile }: Extract<Block, { kind: "banner" }>,
  width: number,
  paint: Paint,
): readonly string[] {
  return [
    ...wrapped(paint.heading(say.version(info.version)), width),
    ...factLines(factsOf(info, profile), width, paint),
    ...cacheLines(info.cache, width),
    ...(yolo ? wrapped(paint.bad(say.yolo), width) : []),
  ];
}

/** Labels in a column of their own; in a narrow window values wrap beside it. */
function factLines(facts: readonly Fact[], width: number, paint: Paint): readonly string[] {
  return facts.flatMap(([label, value]) => {
    const column = label.padEnd(say.factColumn);
    const lines = wrapped(value, Math.max(1, width - column.length));
    return lines.map((line, index) =>
      index === 0 ? `${paint.dim(column)}${line}` : `${" ".repeat(column.length)}${line}`,
    );
  });
}

function factsOf(info: SessionInfo, profile: string | null): readonly Fact[] {
  const { model, provider, cwd, sessionId, tools, toolsets, contextFiles = [] } = info;
  return [
    [say.factModel, say.modelOf(model, provider)],
    ...(profile === null ? [] : [[say.factProfile, profile] as const]),
    [say.factFolder, cwd],
    ...(contextFiles.length === 0 ? [] : [[say.factContext, contextFiles.join(", ")] as const]),
    [say.factTools, say.toolsOf(tools.length, toolsets)],
    ...serverFacts(info),
    [say.factSession, sessionId],
  ];
}

/** The servers tools come from, and how they are. */
export function serverFacts({ mcpServers = [] }: Pick<SessionInfo, "mcpServers">): readonly Fact[] {
  if (mcpServers.length === 0) return [];
  return [[say.factServers, mcpServers.map(({ name, status }) => say.serverOf(name, status)).join(", ")]];
}

/** The mark is not measured: that would load the terminal library's table of emoji before the first prompt, 30 ms. */
function cacheLines(cache: string, width: number): readonly string[] {
  if (!cache.startsWith(cacheMark)) return cache === "" ? [] : wrapped(cache, width);
  const lines = wrapped(cache.slice(cacheMark.length), Math.max(1, width - cacheMarkColumns));
  return lines.map((line, index) => `${index === 0 ? cacheMark : " ".repeat(cacheMarkColumns)}${line}`);
}
