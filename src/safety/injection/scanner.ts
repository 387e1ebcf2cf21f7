import { injectionClasses, type InjectionClass, type Strength } from "./classes.ts";
import { commandsIn } from "./command-rules.ts";
import { invisibleIn } from "./invisible.ts";
import { hasHiddenElement } from "./markup-rules.ts";
import { patternRules } from "./pattern-rules.ts";
import { once } from "./once.ts";
import { phraseBook, phrasesIn } from "./phrase-book.ts";
import { commentPhrases, phraseRules } from "./phrase-rules.ts";
import { viewsOf, type Views } from "./views.ts";

/** Changes with the rules: a text judged by other rules has to be judged again. */
export const scannerVersion = 1;

export type ScanScope = "base" | "context" | "identity" | "strict";

export type Finding = { readonly id: string; readonly strength: Strength };

/** What in a text looks like an attack on the agent, in the order of the classes. Its time grows with the text alone. */
export function scan(text: string, scope: ScanScope): readonly Finding[] {
  const counts = classesOf(scope);
  const found = idsIn(viewsOf(text), counts);
  return counts.flatMap(({ id, strength }) => {
    if (id === "invisible_unicode") return invisibleIn(text).map((each) => ({ id: each, strength }));
    return found.has(id) ? [{ id, strength }] : [];
  });
}

/** One strong sign is enough; weak ones only together, and where nothing may pass, each of them. */
export function decide(findings: readonly Finding[], scope: ScanScope): boolean {
  classesOf(scope);
  if (scope === "strict") return findings.length > 0;
  return findings.some(({ strength }) => strength === "strong") || findings.length >= 2;
}

/** The ids for which a text may not be used; none: it may. A scan that fails forbids it. */
export function blockersIn(text: string, scope: ScanScope, look: typeof scan = scan): readonly string[] {
  classesOf(scope);
  try {
    const findings = look(text, scope);
    return decide(findings, scope) ? findings.map(({ id }) => id) : [];
  } catch {
    return ["scan_error"]; // the rules themselves failed: nobody knows what the text holds
  }
}

function classesOf(scope: ScanScope): readonly InjectionClass[] {
  switch (scope) {
    case "base":
      return injectionClasses.filter(({ level }) => level === "base");
    case "context":
      return injectionClasses.filter(({ level }) => level !== "strict");
    case "identity":
      return injectionClasses.filter(({ level, persona }) => level !== "strict" && persona !== true);
    case "strict":
      return injectionClasses;
    default:
      throw new Error(`There is no scan scope ${String(scope satisfies never)}`);
  }
}

function idsIn({ cased, folded, leet, comments }: Views, counts: readonly InjectionClass[]): ReadonlySet<string> {
  const signs = counts.filter(({ id }) => id in patternRules).map(({ id }) => id);
  return new Set([
    ...folded.flatMap((text) => [...phrasesIn(text, spoken())]),
    ...leet.flatMap((text) => [...phrasesIn(text, disguised())]),
    ...comments.flatMap((text) => [...phrasesIn(text, commented())]),
    ...cased.flatMap((text) => [...commandsIn(text)]),
    ...(cased.some(hasHiddenElement) ? ["hidden_div"] : []),
    ...signs.filter((id) => patternRules[id]?.some((sign) => cased.some((text) => sign.test(text)))),
  ]);
}

const spoken = once(() => phraseBook(phraseRules));
const commented = once(() => phraseBook(commentPhrases));
const disguised = once(() => {
  const ids = new Set(injectionClasses.filter(({ leet }) => leet === true).map(({ id }) => id));
  return phraseBook(Object.fromEntries(Object.entries(phraseRules).filter(([id]) => ids.has(id))));
});
