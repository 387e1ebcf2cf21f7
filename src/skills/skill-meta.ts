import { firstChars } from "../text/code-points.ts";
import { unquoted, type SplitText } from "./frontmatter.ts";
import type { SkillMeta } from "./skill.ts";

type Fields = Readonly<Record<string, unknown>>;

const longest = { name: 255, description: 1_024 } as const;

/** Reads what is there and leaves out what makes no sense; a file written for another program loads too. */
export function metaOf({ head, body }: SplitText, directoryName: string): SkillMeta {
  const own = fields(fields(head["metadata"])["hermes"]);
  const either = (key: string): unknown => own[key] ?? head[key];
  return {
    name: firstChars(scalar(head["name"]), longest.name) || directoryName,
    description: firstChars(scalar(head["description"]) || firstSentence(body), longest.description),
    platforms: list(head["platforms"]).map((name) => platformNames[name.toLowerCase()] ?? name.toLowerCase()),
    tags: list(either("tags")),
    relatedSkills: list(either("related_skills")),
    requires: { tools: list(either("requires_tools")), toolsets: list(either("requires_toolsets")) },
    fallbackFor: { tools: list(either("fallback_for_tools")), toolsets: list(either("fallback_for_toolsets")) },
    config: items(either("config")).flatMap(configField),
    variables: [
      ...items(head["required_environment_variables"]).flatMap(variable),
      ...list(fields(head["prerequisites"])["env_vars"]).flatMap(variable),
    ],
    credentialFiles: items(head["required_credential_files"]).flatMap(credentialFile),
    pinned: own["pinned"] === true,
  };
}

const platformNames: Readonly<Record<string, string>> = {
  darwin: "macos",
  osx: "macos",
  mac: "macos",
  win32: "windows",
};

function configField(item: unknown): SkillMeta["config"] {
  const field = fields(item);
  const key = scalar(field["key"]);
  if (key === "") return [];
  const fallback = field["default"] === undefined ? {} : { default: field["default"] };
  return [{ key, description: scalar(field["description"]), ...fallback }];
}

function variable(item: unknown): SkillMeta["variables"] {
  const field = typeof item === "string" ? { name: item } : fields(item);
  const name = scalar(field["name"]);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return [];
  return [{ name, help: scalar(field["help"]) || scalar(field["prompt"]), optional: field["optional"] === true }];
}

function credentialFile(item: unknown): readonly string[] {
  const path = typeof item === "string" ? item : scalar(fields(item)["path"]);
  return path === "" ? [] : [path];
}

function fields(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function items(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** A list, `[a, b]` as text, or `a, b`. */
function list(value: unknown): readonly string[] {
  if (typeof value === "string") return wordsIn(value.replace(/^\s*\[([^]*)\]\s*$/, "$1").split(","));
  return Array.isArray(value) ? wordsIn(value.map(scalar)) : [];
}

function wordsIn(parts: readonly string[]): readonly string[] {
  return parts.map((part) => unquoted(part.trim())).filter((part) => part !== "");
}

function scalar(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function firstSentence(body: string): string {
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  return lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
}
