import { builtinToolsets, resolveToolsets, unbuiltTools, type ToolsetRequest } from "./toolsets.ts";

export type SwitchRules = Omit<ToolsetRequest, "wanted">;
export type Switch = { readonly name: string; readonly tools: readonly string[]; readonly on: boolean };

const wholeSurface = /^hermes-(.+)$/;

/** The surfaces that have a set of their own. */
export const platforms: readonly string[] = Object.keys(builtinToolsets).flatMap(
  (name) => wholeSurface.exec(name)?.[1] ?? [],
);

export type ToolsetWishes = {
  readonly toolsets: readonly string[];
  readonly platform_toolsets: Readonly<Record<string, readonly string[]>>;
};

/** The sets of a platform: its own list, else the general one; else, where nobody chose one, what the platform can use. */
export function setsFor({ toolsets, platform_toolsets: own }: ToolsetWishes, platform: string): readonly string[] {
  const chosen = Object.hasOwn(own, platform) ? own[platform] : undefined;
  if (chosen !== undefined) return chosen;
  const isUntouched = toolsets.length === 1 && toolsets[0] === "hermes-cli";
  return isUntouched && platforms.includes(platform) ? [`hermes-${platform}`] : toolsets;
}

/** Every tool that a built-in set names, and every set that is not made of others: what a person switches. */
export function switchesOf(wanted: readonly string[], rules: SwitchRules): readonly Switch[] {
  const on = namesOn(wanted, rules);
  return [...simpleSets(rules)].map(([name, tools]) => ({ name, tools, on: tools.some((tool) => on.includes(tool)) }));
}

/** The list with one name switched, or null when another setting has the last word on it. */
export function withSwitch(
  wanted: readonly string[],
  name: string,
  isOn: boolean,
  rules: SwitchRules,
): readonly string[] | null {
  const others = wanted.filter((each) => each !== name && each !== `-${name}`);
  const enough = isAs(others, name, isOn, rules) ? others : [...others, isOn ? name : `-${name}`];
  return isAs(enough, name, isOn, rules) ? enough : null;
}

export function switchable(rules: SwitchRules): readonly string[] {
  const names = new Set([...Object.keys(builtinToolsets), ...Object.keys(rules.custom), ...allTools(rules)]);
  return [...names.difference(unbuiltTools)].toSorted();
}

function isAs(wanted: readonly string[], name: string, isOn: boolean, rules: SwitchRules): boolean {
  const on = namesOn(wanted, rules);
  const tools = namesOn([name], { ...rules, disabledSets: [], disabledTools: [] });
  if (tools.length === 0) return isOn ? wanted.includes(name) : !wanted.includes(name); // a server nobody asked yet
  return isOn ? tools.every((tool) => on.includes(tool)) : !tools.some((tool) => on.includes(tool));
}

function namesOn(wanted: readonly string[], rules: SwitchRules): readonly string[] {
  const resolved = resolveToolsets({ ...rules, wanted }, allTools(rules));
  return resolved.kind === "tools" ? resolved.names : [];
}

function* simpleSets({ custom }: SwitchRules): Generator<readonly [string, readonly string[]]> {
  for (const [name, { tools, includes }] of Object.entries(builtinToolsets)) {
    const isOffered = name !== "search" && tools.every((tool) => !unbuiltTools.has(tool)); // searching is part of the web
    if (includes.length === 0 && isOffered) yield [name, tools];
  }
  for (const [name, members] of Object.entries(custom)) yield [name, members];
}

function allTools({ custom }: SwitchRules): readonly string[] {
  const built = Object.values(builtinToolsets).flatMap(({ tools }) => tools);
  const brought = Object.values(custom).flatMap((members) => members.filter((name) => name.startsWith("mcp_")));
  return [...new Set([...built, ...brought])];
}
