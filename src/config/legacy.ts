import { isMap, merge, type Tree, treeOf, valueAt, without } from "./tree.ts";

/** Old names, still read. `config check` reports them and `config migrate` rewrites them. */
const renamed: readonly (readonly [old: string, current: string])[] = [
  ["approvals.single_query_mode", "approvals.headless_mode"],
  ["fallback_model", "fallback_providers"],
];

/** Chat platforms that may stand at the top level instead of under `gateway.platforms`. */
const platforms = [
  "telegram",
  "discord",
  "slack",
  "webhook",
  "whatsapp",
  "signal",
  "matrix",
  "feishu",
  "wecom",
  "email",
];

export function deprecatedIn(tree: Tree): readonly (readonly [old: string, current: string])[] {
  return renamed.filter(([old]) => valueAt(tree, old.split(".")) !== undefined);
}

/** Short and old forms become the full, current ones; where both stand, the current one wins. */
export function modernise(raw: Tree): Tree {
  return withLongModel(withPlatforms(withoutFallbackModel(withHeadlessMode(raw))));
}

function withLongModel(tree: Tree): Tree {
  const { model } = tree;
  return typeof model === "string" || typeof model === "number" ? { ...tree, model: { default: model } } : tree;
}

function withHeadlessMode(tree: Tree): Tree {
  const old = ["approvals", "single_query_mode"];
  const value = valueAt(tree, old);
  return value === undefined ? tree : merge(treeOf(["approvals", "headless_mode"], value), without(tree, old));
}

/** One entry or a list of them, tried after the configured ones. */
function withoutFallbackModel(tree: Tree): Tree {
  const { fallback_model: old, ...rest } = tree;
  if (old === undefined || old === null) return rest;
  return { ...rest, fallback_providers: [...listOf(tree["fallback_providers"]), ...listOf(old)] };
}

function withPlatforms(tree: Tree): Tree {
  const short = platforms.filter((name) => isMap(tree[name]));
  const rest = short.reduce((left, name) => without(left, [name]), tree);
  return short.reduce((whole, name) => merge(treeOf(["gateway", "platforms", name], tree[name]), whole), rest);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
