import { charsIn } from "../../text/code-points.ts";
import { frontmatterProblem, splitFrontmatter } from "../frontmatter.ts";
import { skillName, supportFolders } from "../skill.ts";
import type { YamlReader } from "../yaml-reader.ts";

const most = { skillChars: 100_000, fileChars: 100_000, fileBytes: 1_048_576, description: 1_024, newDescription: 60 };

/** What keeps a text from being the SKILL.md of this skill, or null. */
export function skillTextProblem(
  text: string,
  { name, isNew, yaml }: { readonly name: string; readonly isNew: boolean; readonly yaml: YamlReader },
): string | null {
  if (charsIn(text) > most.skillChars) return `SKILL.md may have ${most.skillChars} characters at most.`;
  const broken = frontmatterProblem(text, yaml);
  if (broken !== null) return `${broken}.`;
  const { head, body } = splitFrontmatter(text, yaml);
  if (head["name"] !== name) return `The frontmatter must say \`name: ${name}\`.`;
  if (body === "") return "There is no text behind the frontmatter.";
  return descriptionProblem(head["description"], isNew);
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
