import type { ToolChange } from "../session/late-tools.ts";
import type { Tool } from "../domain/tool.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { toolSwitchPhrases as say } from "../text/phrases/tool-switches.ts";
import type { Registry } from "../tools/registry.ts";
import { replaceable } from "../tools/replaceable-registry.ts";
import { setsFor, type SwitchRules, withSwitch } from "../tools/tool-switches.ts";
import { resolveToolsets } from "../tools/toolsets.ts";
import { changeTo } from "./tool-change.ts";
import type { ToolsRequest } from "./build-tools.ts";
import { chooseMcpTools, mcpToolsets } from "./choose-mcp-tools.ts";
import { listOf } from "./defer-tools.ts";
import { exitCodes } from "./exit-codes.ts";
import { refused, type Refusal } from "./open-settings.ts";

/** The session's list of tools. It is frozen: only a person's word makes it another one, and that costs the cache. */
export type ToolList = {
  readonly kind: "list";
  readonly registry: Registry;
  /** Puts tools that came later beside the others. True: the list is another one now. */
  readonly addLate: (late: readonly Tool[]) => boolean;
  /** What that would change; null: nothing. */
  readonly changeBy: (late: readonly Tool[]) => ToolChange | null;
  /** The list with sets or tools switched, to be put in place; a name that cannot be switched is told in a line. */
  readonly switched: (names: readonly string[], isOn: boolean) => PlannedSwitch;
};

type PlannedSwitch =
  | { readonly kind: "planned"; readonly change: ToolChange | null; readonly apply: () => boolean }
  | { readonly kind: "refused"; readonly message: string };

type Settle = (tools: readonly Tool[]) => void;

export function createToolList(request: ToolsRequest, all: readonly Tool[], settle: Settle): ToolList | Refusal {
  const first = wantedSets(request);
  const chosen = choose(request, all, first);
  if (chosen.kind === "refused") return chosen;
  const state = { sets: first, tools: chosen.tools, late: noTools };
  const registry = replaceable(frozenList(chosen.tools, request));
  settle(chosen.tools);

  const joined = (own: readonly Tool[], late: readonly Tool[], sets: readonly string[]): readonly Tool[] => [
    ...own,
    ...chooseMcpTools(late, { ...request, options: { ...request.options, toolsets: sets } }),
  ];
  const put = (tools: readonly Tool[]): boolean => {
    const before = canonicalJson(registry.schemas);
    registry.replace(frozenList(tools, request));
    settle(tools);
    return canonicalJson(registry.schemas) !== before;
  };

  return {
    kind: "list",
    registry,
    addLate: (late) => {
      state.late = late;
      return put(joined(state.tools, late, state.sets));
    },
    changeBy: (late) => changeTo(frozenList(joined(state.tools, late, state.sets), request), registry),
    switched: (names, isOn) => {
      const sets = switchedSets(state.sets, names, isOn, rulesOf(request));
      if (sets.kind === "refused") return sets;
      const again = choose(request, all, sets.sets);
      if (again.kind === "refused") return again;
      const tools = joined(again.tools, state.late, sets.sets);
      return {
        kind: "planned",
        change: changeTo(frozenList(tools, request), registry),
        apply: () => {
          Object.assign(state, { sets: sets.sets, tools: again.tools });
          return put(tools);
        },
      };
    },
  };
}

const noTools: readonly Tool[] = [];

function wantedSets({ settings, options }: ToolsRequest): readonly string[] {
  return options.toolsets ?? setsFor(settings, options.source ?? "cli");
}

function rulesOf({ settings }: ToolsRequest): SwitchRules {
  return {
    disabledSets: settings.agent.disabled_toolsets,
    disabledTools: settings.agent.disabled_tools,
    custom: { ...mcpToolsets([], settings), ...settings.custom_toolsets },
  };
}

function switchedSets(sets: readonly string[], names: readonly string[], isOn: boolean, rules: SwitchRules) {
  let wanted = sets;
  for (const name of names) {
    const next = withSwitch(wanted, name, isOn, rules);
    if (next === null) return { kind: "refused", message: say.overruled(name) } as const;
    wanted = next;
  }
  return { kind: "sets", sets: wanted } as const;
}

/** Tools of the context engine stand behind the others, those of an outside memory last. */
function frozenList(tools: readonly Tool[], request: ToolsRequest): Registry {
  const { settings, engineTools = [], providerTools = [] } = request;
  const remembers = tools.some(({ name }) => name === "memory");
  const isLookedInto = !settings.agent.disabled_toolsets.includes("context_engine");
  return listOf({ tools, behind: [isLookedInto ? engineTools : [], remembers ? providerTools : []] }, request);
}

type Chosen = { readonly kind: "chosen"; readonly tools: readonly Tool[] };

/** What a program brings along takes the place of a tool of the same name. */
function choose(request: ToolsRequest, all: readonly Tool[], sets: readonly string[]): Chosen | Refusal {
  const { settings, extensions = {}, names } = request;
  const brought = extensions.tools ?? [];
  const tools = all.filter(({ name }) => !brought.some((own) => own.name === name));
  const plugged = pluggedTools(extensions.plugged ?? [], [...all, ...brought], settings);
  if (names !== undefined)
    return { kind: "chosen", tools: [...tools, ...brought, ...plugged].filter((tool) => names.includes(tool.name)) };
  const wanted = resolveToolsets(
    { wanted: sets, ...rulesOf(request) },
    all.map((tool) => tool.name),
  );
  if (wanted.kind !== "tools") return refused(wanted.message, exitCodes.usage);
  const own = tools.filter((tool) => wanted.names.includes(tool.name));
  return { kind: "chosen", tools: [...own, ...brought, ...plugged] };
}

/** A plugin's tools come with the plugin; the person may still take single ones away. */
function pluggedTools(
  plugged: readonly Tool[],
  taken: readonly Tool[],
  { agent }: ToolsRequest["settings"],
): readonly Tool[] {
  return plugged.filter(
    ({ name, toolset }) =>
      !taken.some((tool) => tool.name === name) &&
      !agent.disabled_toolsets.includes(toolset) &&
      !agent.disabled_tools.includes(name),
  );
}
