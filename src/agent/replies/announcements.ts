/** What an English text says it will do next. In doubt it says nothing: a nudge after a real answer is worse than none. */
const leadIns = each(
  "now, next, first, then, so, and, ok, okay, alright, all right, great, good, perfect, sure, right, finally, " +
    "got it, understood, to start, to begin, to do that, to do this",
);
const openers = each("let me, let's, let us, i'll, i will, i'm going to, i am going to, i'm about to, i am about to");
const fillers = each(
  "now, next, first, then, also, just, quickly, briefly, start by, begin by, go ahead and, proceed to, " +
    "continue to, continue by, try to",
);

/** Only what takes a tool: to explain, to remember or to wait takes none. */
const verbs = each(
  "check, read, open, search, find, grep, run, list, inspect, examine, review, analyze, analyse, explore, " +
    "investigate, scan, fetch, download, query, create, write, edit, update, fix, add, remove, delete, rename, " +
    "move, copy, implement, apply, patch, modify, refactor, install, build, compile, execute, test, verify, " +
    "view, locate, gather, collect, see, retry",
);
const phrases = each(
  "look at, look into, look for, look through, look up, look around, look inside, have a look, take a look, " +
    "take a closer look, dig into, set up, make the, make these, make those, make that, continue with, " +
    "proceed with, start with",
);
const notActions =
  /^(?:check (?:back|in\b)|see (?:you|to)\b|run out|add that\b|open with|read you|write (?:to )?you|find you|test you)/;

/** Somebody else has to do or say something first, or it is about another day. */
const conditions = [
  /\?/,
  /\b(?:please|let me know|tell me|send me|give me|show me|waiting for|wait for|you can|you could|you may)\b/,
  /\byour (?:approval|confirmation|permission|answer|input|go-ahead|reply|consent)\b/,
  /\b(?:if|once|when|whenever|after|until|unless|before|as soon as|should|would|could|do|want|need|like) you\b/,
  /\bif (?:so|needed|necessary|required|that|this|it's|it is|not)\b/,
  /\b(?:once|when|after|as soon as) (?:it|that|this|they|the)\b/,
  /\b(?:tomorrow|later|next time|next week|in the future|in future|from now on|going forward)\b/,
];

const workspace =
  /\b(?:files?|folders?|director(?:y|ies)|repo(?:sitory)?|code(?:base)?|project|workspace|tests?|commands?|terminal|logs?|scripts?|config(?:uration)?)\b|[\w-]+\/[\w.-]+/;

const action = oneOf([...verbs.map(inflected), ...phrases.map((phrase) => phrase.replace(/^\w+/, inflected))]);
const step = new RegExp(
  `^(?:${oneOf(leadIns)}[,:.!]?\\s+)*${oneOf(openers)}\\s+(?:${oneOf(fillers)},?\\s+)*(?<deed>${action}\\b.*)$`,
);
const underway = new RegExp(`^(?:now\\s+)?(?=[a-z]+ing\\b)${action}\\b[^:]*(?:\\bnow[.!…]*|\\.\\.\\.|…)$`);

/** The text ends in an announced step. */
export function announcesStep(text: string): boolean {
  const plain = plainText(text);
  const last = sentencesOf(plain).at(-1) ?? "";
  return !isConditional(plain) && (isStep(last) || (last.includes("ing") && underway.test(last)));
}

/** Somewhere in the text work on the person's files is promised. */
export function promisesWork(text: string): boolean {
  const plain = plainText(text);
  return !isConditional(plain) && workspace.test(plain) && sentencesOf(plain).some(isStep);
}

/** A colon inside a sentence introduces what was promised: it has been kept. */
function isStep(sentence: string): boolean {
  if (!openers.some((opener) => sentence.includes(opener))) return false; // most have none, and the pattern is a long one
  const deed = step.exec(sentence)?.groups?.["deed"];
  return deed !== undefined && !notActions.test(deed) && !/:\s*\S/.test(deed);
}

function isConditional(plain: string): boolean {
  return conditions.some((condition) => condition.test(plain));
}

function plainText(text: string): string {
  return text
    .replaceAll("’", "'")
    .replaceAll(/[*_]{2,3}/g, "")
    .trim()
    .toLowerCase();
}

/** Running text only: what stands in a list, a quotation or a block of code is shown, not said. */
function sentencesOf(plain: string): readonly string[] {
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => (/^\s*(?:[-+*•>|"“'`#]|\d+[.)])/.test(line) ? [""] : line.split(/(?<=[.!…])\s+/)));
}

/** "run" or "running", "write" or "writing". */
function inflected(verb: string): string {
  return verb.endsWith("e") && !verb.endsWith("ee")
    ? `${verb.slice(0, -1)}(?:e|ing)`
    : `${verb}(?:${verb.at(-1) ?? ""}?ing)?`;
}

function oneOf(alternatives: readonly string[]): string {
  return `(?:${alternatives.join("|")})`;
}

function each(list: string): readonly string[] {
  return list.split(", ");
}
