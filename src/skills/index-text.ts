import type { InjectionScan } from "../domain/injection-scan.ts";
import { charsIn, firstChars } from "../text/code-points.ts";
import { unquoted } from "./frontmatter.ts";
import { byCodePoint, type Skill } from "./skill.ts";
import type { Shelf } from "./shelf.ts";

const longest = { name: 64, description: 60, category: 120 } as const;

/** The index as the prompt shows it, or null when there is nothing to offer. Names first; the texts are loaded later. */
export function skillIndexText(
  skills: readonly Skill[],
  categories: Shelf["categories"],
  scan: InjectionScan,
): string | null {
  if (skills.length === 0) return null;
  const names = [...new Set(skills.map(({ category }) => category))].toSorted(byCodePoint);
  const sections = names.map((category) => {
    const lines = skills.filter((skill) => skill.category === category).map((skill) => skillLine(skill, scan));
    return [categoryLine(category, categories.get(category) ?? "", scan), ...new Set(lines)].join("\n");
  });
  const lead = skills.some(({ meta }) => meta.name === "hermes-help") ? `${opening} ${help}` : opening;
  return [lead, `<available_skills>\n${sections.join("\n")}\n</available_skills>`, closing].join("\n\n");
}

const opening = `## Skills (mandatory)
Look through this list before you answer. If a skill fits, even in part, load it with skill_view(name) and follow it: skills hold the user's conventions and ways that work. Correct a skill that proves wrong, and offer to save what took effort as a new one.`;

const help = "Questions about this program: hermes-help.";
const closing = "Go on without a skill only if none fits.";

function skillLine({ meta, tier }: Skill, scan: InjectionScan): string {
  const name = shown(meta.name, longest.name);
  const text = meta.description.trim();
  // what we ship ourselves is not scanned: a start without other skills need not load the rules
  if (tier !== "bundled" && scan(text, "context").blocked) return `    - ${name} [description blocked]`;
  const description = shown(
    tier === "project" && text !== "" ? `[project] ${unquoted(text)}` : text,
    longest.description,
  );
  return description === "" ? `    - ${name}` : `    - ${name}: ${description}`;
}

function categoryLine(category: string, text: string, scan: InjectionScan): string {
  const name = shown(category, longest.category);
  if (text !== "" && scan(text, "context").blocked) return `  ${name}: [description blocked]`;
  const description = shown(text, longest.category);
  return description === "" ? `  ${name}:` : `  ${name}: ${description}`;
}

/** One line that can neither end the list nor begin another entry. */
function shown(text: string, most: number): string {
  const line = withoutTags(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")).trim();
  return cut(unquoted(line).trim().toWellFormed(), most);
}

function cut(line: string, most: number): string {
  return charsIn(line) > most ? `${firstChars(line, most - 3)}...` : line;
}

/** Until none is left: taking one out may join the halves of another. */
function withoutTags(text: string): string {
  const without = text.replaceAll(/<\s*\/?\s*available_skills\s*\/?\s*>/giu, "");
  return without === text ? text : withoutTags(without);
}
