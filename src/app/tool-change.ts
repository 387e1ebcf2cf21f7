import type { ToolChange } from "../session/late-tools.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import type { Registry } from "../tools/registry.ts";

/** What another list would change; null: nothing, neither in requests nor in what can be found. */
export function changeTo(next: Registry, current: Registry): ToolChange | null {
  const [before, after] = [described(current), described(next)];
  const added = [...after.keys()].filter((name) => !before.has(name));
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].filter(([name, text]) => before.has(name) && before.get(name) !== text);
  const change = { added, removed, changed: changed.map(([name]) => name) };
  if (canonicalJson(next.schemas) !== canonicalJson(current.schemas)) return change;
  return [added, removed, changed].every((names) => names.length === 0) ? null : { ...change, keepsCache: true };
}

function described({ schemas, deferred }: Registry): ReadonlyMap<string, string> {
  return new Map([...schemas, ...deferred].map((tool) => [tool.name, canonicalJson(tool)]));
}
