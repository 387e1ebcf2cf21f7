import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readBounded } from "../../../disk/bounded-read.ts";
import { nearest } from "../../../text/nearest.ts";
import { skinPhrases as say } from "../../../text/phrases/skins.ts";
import { brushOf } from "./style.ts";
import { builtInThemes, defaultTheme, type Role, roles, type Theme, themeOver } from "./theme.ts";

export type SkinRead =
  | { readonly kind: "theme"; readonly theme: Theme; readonly warnings: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

const mostBytes = 65_536;
const fileName = /^([\w.-]+)\.ya?ml$/;
const Skin = z.strictObject({
  /** A built-in theme to build on. */
  extends: z.string().optional(),
  colors: z.record(z.string(), z.unknown()).default({}),
});

/** A file of the skins folder, or a built-in theme. What a file leaves out it takes from the theme it builds on. */
export async function readSkin(folder: string, name: string): Promise<SkinRead> {
  const files = filesIn(folder);
  const file = files.find((each) => each.name === name);
  if (file === undefined) return builtIn(name, files);
  try {
    const read = readBounded(join(folder, file.file), mostBytes);
    if (read.kind !== "read") return problem(say.unreadable(file.file, read.kind));
    return await parsed(file.file, read.bytes.toString("utf8"));
  } catch (error) {
    return problem(say.unreadable(file.file, error instanceof Error ? error.message : String(error)));
  }
}

/** Every name there is, the built-in ones first. */
export function skinNames(folder: string): readonly string[] {
  return [...new Set([...Object.keys(builtInThemes), ...filesIn(folder).map(({ name }) => name)])];
}

type SkinFile = { readonly name: string; readonly file: string };

function builtIn(name: string, files: readonly SkinFile[]): SkinRead {
  const theme = builtInThemes[name];
  if (theme !== undefined) return { kind: "theme", theme, warnings: [] };
  const names = [...Object.keys(builtInThemes), ...files.map((each) => each.name)];
  return problem(say.unknown(name, nearest(name, names), names));
}

async function parsed(file: string, text: string): Promise<SkinRead> {
  const { parseConfig } = await import("../../../config/yaml-document.ts");
  const yaml = parseConfig(text);
  if (yaml.kind === "broken") return problem(say.broken(file, yaml.line, yaml.reason));
  const skin = Skin.safeParse(yaml.tree);
  if (!skin.success) return problem(say.notASkin(file));
  const { extends: base = defaultTheme, colors } = skin.data;
  const under = builtInThemes[base];
  if (under === undefined) return problem(say.unknownBase(file, base, Object.keys(builtInThemes)));
  const entries = Object.entries(colors).map(([role, style]) => ({ role: roleOf(role), name: role, style }));
  const said = entries.flatMap(({ role, style }) => (role !== null && isStyle(style) ? [[role, style] as const] : []));
  const odd = entries.filter(({ role, style }) => role === null || !isStyle(style));
  const warnings = odd.map(({ role, name }) =>
    role === null ? say.unknownRole(file, name) : say.badStyle(file, name),
  );
  return { kind: "theme", theme: themeOver(under, Object.fromEntries(said)), warnings };
}

function roleOf(name: string): Role | null {
  return roles.find((role) => role === name) ?? null;
}

function isStyle(style: unknown): style is string {
  return typeof style === "string" && brushOf(style) !== null;
}

function filesIn(folder: string): readonly SkinFile[] {
  try {
    return readdirSync(folder)
      .toSorted()
      .flatMap((file) => {
        const name = fileName.exec(file)?.[1];
        return name === undefined ? [] : [{ name, file }];
      });
  } catch {
    return []; // no folder, no skins
  }
}

function problem(message: string): SkinRead {
  return { kind: "problem", message };
}
