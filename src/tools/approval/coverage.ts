import { matchingEntries, type Match } from "./command-globs.ts";
import { factsOf, type Asked, type Concern, type Step } from "./policy.ts";
import { allowed } from "./verdicts.ts";

/** What was allowed beforehand or earlier in the session stands for every concern, or it stands for nothing. */
export const grantedStep: Step = {
  name: "allowed before",
  decide: async (asked) => {
    const concerns = await asked.concerns();
    if (concerns.length === 0) return null;
    const { allow, state } = asked.policy;
    const covers = await coversOf(asked, concerns, [...allow, ...state.entries]);
    const names = concerns.map((concern) => covers(concern));
    const first = names[0];
    return first === undefined || first === null || names.includes(null) ? null : allowed("rules", first);
  },
};

/** Whether entries of the allowlist alone would let a command pass. */
export async function areCovered(
  asked: Asked,
  concerns: readonly Concern[],
  entries: readonly string[],
): Promise<boolean> {
  const covers = await coversOf(asked, concerns, entries);
  return concerns.every((concern) => covers(concern)?.startsWith("allow:") === true);
}

type Covers = (concern: Concern) => string | null;

async function coversOf(asked: Asked, concerns: readonly Concern[], entries: readonly string[]): Promise<Covers> {
  const { request, policy } = asked;
  const isCommand = request.kind === "command";
  const matches = isCommand ? await matchingEntries(request.action, request.cwd, entries, policy.paths) : [];
  const standing = await Promise.all(matches.map(async (match) => standFor(match, concerns, asked)));
  return ({ rule, ask }) => {
    if (ask === "every-time") return null;
    if (policy.state.isGranted(rule)) return `session:${rule}`;
    if (isCommand && entries.includes(rule)) return `allow:${rule}`;
    const found = standing.find(({ rules }) => rules.has(rule));
    return found === undefined ? null : `allow:${found.entry}`;
  };
}

const anyWord = "hermes-any-word";

/** A glob stands for the rules its own words hit, an exact command for all of its own. */
async function standFor({ entry, exact }: Match, concerns: readonly Concern[], asked: Asked) {
  if (exact) return { entry, rules: new Set(concerns.map(({ rule }) => rule)) };
  return { entry, rules: await rulesOfWords(entry, asked) };
}

/** The rules that the words of a glob hit by themselves, whatever its stars stand for. */
export async function rulesOfWords(glob: string, asked: Pick<Asked, "request" | "policy">): Promise<Set<string>> {
  const texts = [glob.replaceAll("*", "").trim(), glob.replaceAll("*", anyWord)].filter((text) => text !== "");
  const found = await Promise.all(texts.map((text) => asked.policy.detect(text, factsOf(asked))));
  return new Set(found.flat().map(({ rule }) => rule));
}
