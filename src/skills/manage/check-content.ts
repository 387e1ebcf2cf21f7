import { charsIn } from "../../text/code-points.ts";
import { frontmatterProblem, splitFrontmatter, type SplitText } from "../frontmatter.ts";
import { skillName, supportFolders } from "../skill.ts";
import { metaOf } from "../skill-meta.ts";
import type { YamlReader } from "../yaml-reader.ts";

const most = { skillChars: 100_000, fileChars: 100_000, fileBytes: 1_048_576, description: 1_024, newDescription: 60 };

type TextRules = {
  readonly name: string;
  readonly isNew: boolean;
  /** Variables the skill names already; the shell gets them when it is loaded. */
  readonly declared: readonly string[];
  readonly yaml: YamlReader;
};

/** What keeps a text from being the SKILL.md of this skill, or null. */
export function skillTextProblem(text: string, { name, isNew, declared, yaml }: TextRules): string | null {
  if (charsIn(text) > most.skillChars) return `SKILL.md may have ${most.skillChars} characters at most.`;
  const broken = frontmatterProblem(text, yaml);
  if (broken !== null) return `${broken}.`;
  const { head, body } = splitFrontmatter(text, yaml);
  if (head["name"] !== name) return `The frontmatter must say \`name: ${name}\`.`;
  if (body === "") return "There is no text behind the frontmatter.";
  return variablesProblem({ head, body }, declared) ?? descriptionProblem(head["description"], isNew);
}

/** Whoever writes a skill could otherwise hand the shell any secret of the environment. */
function variablesProblem(split: SplitText, declared: readonly string[]): string | null {
  const asked = metaOf(split, "")
    .variables.map(({ name }) => name)
    .filter((name) => !declared.includes(name));
  if (asked.length === 0) return null;
  return `Environment variables (${asked.join(", ")}) can only be declared by the user, in the skill's own file.`;
}

function descriptionProblem(description: unknown, isNew: boolean): string | null {
  if (typeof description !== "string" || description.trim() === "") return "The frontmatter needs a description.";
  const limit = isNew ? most.newDescription : most.description;
  if (charsIn(description.trim()) <= limit) return null;
  return `The description may have ${limit} characters at most: the list of skills shows no more.`;
}

export function nameProblem(name: string): string | null {
  return skillName.test(name)
    ? null
    : `${JSON.stringify(name)} is no name for a skill: lower-case letters, digits, ".", "_" and "-", at most 64.`;
}

export function categoryProblem(category: string | null): string | null {
  if (category === null || skillName.test(category)) return null;
  return `${JSON.stringify(category)} is no category: one word of lower-case letters, digits, ".", "_" and "-".`;
}

export function supportPathProblem(path: string): string | null {
  const [folder, ...rest] = path.split("/");
  const isBelow = supportFolders.some((name) => name === folder) && rest.length > 0;
  if (isBelow && rest.every((part) => part !== "" && part !== "." && part !== "..")) return null;
  return `Files go below ${supportFolders.map((name) => `${name}/`).join(", ")}.`;
}

export function fileTextProblem(text: string): string | null {
  if (charsIn(text) <= most.fileChars && Buffer.byteLength(text) <= most.fileBytes) return null;
  return `A file may have ${most.fileChars} characters at most.`;
}
