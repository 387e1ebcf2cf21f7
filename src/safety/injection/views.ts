import { commentsIn } from "./comments.ts";
import { decodedTexts } from "./decoded.ts";
import { isAscii } from "./is-ascii.ts";
import { lowered, unleet, unmask } from "./fold.ts";

/** One text as a reader might see it. Each list holds no text twice. */
export type Views = {
  /** With upper and lower case, for commands and markup. */
  readonly cased: readonly string[];
  /** Folded, for phrases. */
  readonly folded: readonly string[];
  readonly leet: readonly string[];
  readonly comments: readonly string[];
};

export function viewsOf(raw: string): Views {
  const unmasked = unmask(raw);
  const decoded = decodedTexts(raw).map(unmask);
  const lines = lowered(unmasked);
  const tagless = withoutTags(lines);
  const plain = withoutMarkdown(tagless);
  const unspaced = joinSpaced(tagless);
  const folded = new Set([lines, tagless, plain, unspaced, ...decoded.map((text) => withoutTags(lowered(text)))]);
  const leet = new Set([tagless, plain, joinSpaced(unleet(tagless))].map(unleet));
  return {
    cased: [...new Set([raw, unmasked, withoutTags(unmasked), ...decoded])],
    folded: [...folded],
    leet: [...leet].filter((text) => !folded.has(text)),
    comments: commentsIn(lines).map((comment) => comment.replaceAll(":", " ")),
  };
}

const blockTag = /^<\/?(?:br|p|div|li|td|th|tr|h[1-6]|hr)\b/i;

/** Inline tags vanish without a trace, as they do on a page; blocks part words. */
function withoutTags(text: string): string {
  if (!text.includes("<")) return text;
  return text
    .replaceAll(/<!--\s{0,20}-->/g, "")
    .replaceAll(/<!--|-->/g, " ")
    .replaceAll(/<[^<>]{1,200}>/g, (tag) => (blockTag.test(tag) ? " " : ""));
}

const lineStart = /^[ \t>|#*+•-]+(?:\d{1,3}[.)][ \t]+)?|^\d{1,3}[.)][ \t]+/gm;
const emphasis = /(?<=[\p{L}\p{N}])[*_~`]{1,3}|[*_~`]{1,3}(?=[\p{L}\p{N}])/gu;
const asciiEmphasis = /(?<=[a-z0-9])[*_~`]{1,3}|[*_~`]{1,3}(?=[a-z0-9])/gi;

function withoutMarkdown(text: string): string {
  return text.replaceAll(lineStart, "").replaceAll(isAscii(text) ? asciiEmphasis : emphasis, "");
}

const spacedWord = /(?<![\p{L}\p{N}])[\p{L}\p{N}]([ ._*/-])[\p{L}\p{N}](?:\1[\p{L}\p{N}]){2,}(?![\p{L}\p{N}])/gu;
const asciiSpacedWord = /(?<![a-z0-9])[a-z0-9]([ ._*/-])[a-z0-9](?:\1[a-z0-9]){2,}(?![a-z0-9])/gi;

/** "i g n o r e" is a word: at least four single letters with one and the same sign between them. */
function joinSpaced(text: string): string {
  const pattern = isAscii(text) ? asciiSpacedWord : spacedWord;
  return text.replaceAll(pattern, (spaced, between: string) => spaced.replaceAll(between, ""));
}
