import { nearest } from "../text/nearest.ts";
import { toolsPhrases } from "../text/phrases/tools.ts";

/** Tool names, and other sets it includes. */
type Toolset = { readonly tools: readonly string[]; readonly includes: readonly string[] };
type Toolsets = Readonly<Record<string, Toolset>>;

export type ToolsetResolution =
  | { readonly kind: "tools"; readonly names: readonly string[] }
  | { readonly kind: "unknown"; readonly name: string; readonly known: readonly string[]; readonly message: string }
  | { readonly kind: "cycle"; readonly message: string };

const of = (...tools: readonly string[]): Toolset => ({ tools, includes: [] });
const all = (...includes: readonly string[]): Toolset => ({ tools: [], includes });

/** What needs nobody to be asked. */
const alone = [
  "file",
  "terminal",
  "web",
  "vision",
  "todo",
  "session_search",
  "delegation",
  "memory",
  "skills",
  "code_execution",
];

export const builtinToolsets: Toolsets = {
  file: of("patch", "read_file", "search_files", "write_file"),
  terminal: of("process", "terminal"),
  web: of("web_extract", "web_search"),
  search: of("web_search"),
  vision: of("vision_analyze"),
  code_execution: of("execute_code"),
  cronjob: of("cronjob"),
  clarify: of("clarify"),
  todo: of("todo"),
  session_search: of("session_search"),
  delegation: of("delegate_task"),
  memory: of("memory"),
  skills: of("skill_manage", "skill_view", "skills_list"),
  coding: all("clarify", ...alone),
  debugging: all("file", "terminal", "web"),
  safe: all("web", "vision"),
  "hermes-cli": all("coding", "cronjob"),
  "hermes-telegram": all("hermes-cli"),
  "hermes-discord": all("hermes-cli"),
  "hermes-slack": all("hermes-cli"),
  "hermes-acp": all(...alone),
  "hermes-api-server": all(...alone, "cronjob"),
  "hermes-cron": all(...alone),
  "hermes-webhook": all("web", "vision"),
};

/** Named by sets for whoever has them in the settings already, and offered to nobody until there are such tools. */
export const unbuiltTools: ReadonlySet<string> = new Set(["cronjob"]);

export type ToolsetRequest = {
  /** Names of sets or tools, `-name` for what is taken away; `all` or `*` stands for every tool there is. */
  readonly wanted: readonly string[];
  readonly disabledSets: readonly string[];
  readonly disabledTools: readonly string[];
  /** The person's own bundles: names of sets or of tools. */
  readonly custom: Readonly<Record<string, readonly string[]>>;
};

/** From names to tools: expanded, then what is disabled taken away. An empty list is a pure chat. */
export function resolveToolsets(request: ToolsetRequest, available: readonly string[]): ToolsetResolution {
  const sets = { ...builtinToolsets, ...customSets(request.custom, available) };
  const wanted = expandAll(
    request.wanted.filter((name) => !isMinus(name)),
    sets,
    available,
  );
  if (wanted.kind !== "tools") return wanted;
  const unwanted = expandAll(request.disabledSets, sets, available);
  if (unwanted.kind !== "tools") return unwanted;
  const gone = new Set([...unwanted.names, ...request.disabledTools, ...takenAway(request.wanted, sets, available)]);
  const names = available.filter((name) => wanted.names.includes(name) && !gone.has(name));
  return { kind: "tools", names: names.toSorted() };
}

function isMinus(name: string): boolean {
  return name.startsWith("-");
}

/** A name that is no set is a tool's, be it there or not. */
function takenAway(wanted: readonly string[], sets: Toolsets, available: readonly string[]): readonly string[] {
  return wanted.filter(isMinus).flatMap((minus) => {
    const expanded = expand(minus.slice(1), sets, available, []);
    return expanded.kind === "tools" ? expanded.names : [minus.slice(1)];
  });
}

export function isToolset(name: string, custom: ToolsetRequest["custom"]): boolean {
  return name === "all" || name === "*" || Object.hasOwn(builtinToolsets, name) || Object.hasOwn(custom, name);
}

function customSets(custom: ToolsetRequest["custom"], available: readonly string[]): Toolsets {
  return Object.fromEntries(
    Object.entries(custom).map(([name, members]) => [
      name,
      {
        tools: members.filter((member) => available.includes(member)),
        includes: members.filter((member) => !available.includes(member)),
      },
    ]),
  );
}

function expandAll(names: readonly string[], sets: Toolsets, available: readonly string[]): ToolsetResolution {
  const found: string[] = [];
  for (const name of names) {
    const expanded = expand(name, sets, available, []);
    if (expanded.kind !== "tools") return expanded;
    found.push(...expanded.names);
  }
  return { kind: "tools", names: found };
}

function expand(
  name: string,
  sets: Toolsets,
  available: readonly string[],
  path: readonly string[],
): ToolsetResolution {
  if (name === "all" || name === "*") return { kind: "tools", names: available };
  if (path.includes(name)) return { kind: "cycle", message: toolsPhrases.toolsetCycle([...path, name]) };
  const set = Object.hasOwn(sets, name) ? sets[name] : undefined;
  if (set === undefined && available.includes(name)) return { kind: "tools", names: [name] };
  if (set === undefined) {
    const known = Object.keys(sets).toSorted();
    return { kind: "unknown", name, known, message: toolsPhrases.unknownToolset(name, nearest(name, known), known) };
  }
  const found: string[] = [...set.tools];
  for (const included of set.includes) {
    const expanded = expand(included, sets, available, [...path, name]);
    if (expanded.kind !== "tools") return expanded;
    found.push(...expanded.names);
  }
  return { kind: "tools", names: found };
}
