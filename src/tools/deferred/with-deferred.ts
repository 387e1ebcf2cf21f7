import type { Tool } from "../../domain/tool.ts";
import { nearest } from "../../text/nearest.ts";
import { type Registry, schemaOf } from "../registry.ts";
import { searchName } from "./stand-ins.ts";

/** The list with tools behind it that are called like the others, but stand in no request. What is listed keeps its name. */
export function withDeferred(listed: Registry, tools: readonly Tool[]): Registry {
  const behind = new Map(tools.filter(({ name }) => listed.find(name) === null).map((tool) => [tool.name, tool]));
  return {
    ...listed,
    deferred: [...behind.values()].map(schemaOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: (name) => listed.find(name) ?? behind.get(name) ?? null,
    unknown: (name) => {
      const guess = nearest(name, [...behind.keys()]);
      const hint = guess === null ? "" : ` Did you mean ${guess}?`;
      return `${listed.unknown(name)}${hint} Others are found with ${searchName}.`;
    },
  };
}
