import type { Tool } from "../domain/tool.ts";
import { plannedTool } from "./foreign-tool.ts";
import type { PlannedTool } from "./planned-tool.ts";
import { McpServer, type ServerState } from "./server.ts";
import type { McpServerSettings } from "./server-settings.ts";
import { isWanted } from "./tool-filter.ts";
import { nameTools } from "./tool-names.ts";
import { promptTools, resourceTools } from "./utility-tools.ts";
import type { McpWorld } from "./world.ts";

type ServerStatus = { readonly name: string; readonly state: ServerState };

/** All servers of a session. They start in the background; what is ready when somebody looks is what there is. */
export type McpHost = {
  readonly status: () => readonly ServerStatus[];
  /** Returns when every server has answered or failed, or the time is up. */
  readonly discovered: (limitMs: number, signal: AbortSignal) => Promise<void>;
  /** The tools of the servers that are connected. */
  readonly tools: () => readonly Tool[];
  /** What connected servers say about themselves, as far as the person lets them. */
  readonly instructions: () => readonly { readonly server: string; readonly text: string }[];
  /** Asks connected servers again, and tries the others again at once. */
  readonly refresh: (limitMs: number, signal: AbortSignal) => Promise<void>;
  readonly close: () => Promise<void>;
};

export function startHost(configured: Readonly<Record<string, McpServerSettings>>, world: McpWorld): McpHost {
  const servers = Object.entries(configured)
    .filter(([, settings]) => settings.enabled)
    .map(([name, settings]) => new McpServer(name, settings, world));
  for (const server of servers) server.start();
  const discovered = (limitMs: number, signal: AbortSignal): Promise<void> =>
    within(Promise.all(servers.map((server) => server.settled)), limitMs, world, signal);
  return {
    status: () => servers.map(({ name, state }) => ({ name, state })),
    discovered,
    tools: () =>
      toolsOf(
        servers.filter(({ state }) => state.kind === "ready"),
        world,
      ),
    instructions: () =>
      servers
        .filter(
          ({ state, settings, instructions }) => state.kind === "ready" && settings.instructions && instructions !== "",
        )
        .map(({ name, instructions }) => ({ server: name, text: instructions })),
    refresh: async (limitMs, signal) => {
      const answers = servers.map((server) => server.refresh(signal).then(() => server.settled));
      await within(Promise.all(answers), limitMs, world, signal);
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

async function within(
  work: Promise<unknown>,
  limitMs: number,
  { clock }: McpWorld,
  signal: AbortSignal,
): Promise<void> {
  using deadline = clock.deadline(limitMs, signal);
  const { promise: late, resolve } = Promise.withResolvers<void>();
  if (deadline.signal.aborted) resolve();
  else deadline.signal.addEventListener("abort", () => resolve(), { once: true });
  await Promise.race([work, late]);
}

function toolsOf(servers: readonly McpServer[], { maxResultChars }: McpWorld): readonly Tool[] {
  const planned = servers.flatMap((server) => plansOf(server, maxResultChars));
  const names = nameTools(planned);
  return planned.map(({ make }, index) => make(names[index] ?? ""));
}

function plansOf(server: McpServer, maxResultChars: number): readonly PlannedTool[] {
  const { capabilities, settings } = server;
  const wanted = server.tools.filter(({ name }) => isWanted(name, settings.tools));
  const hasResources = settings.tools.resources === true && capabilities?.resources !== undefined;
  const hasPrompts = settings.tools.prompts === true && capabilities?.prompts !== undefined;
  return [
    ...wanted.map((listed) => plannedTool(listed, server, maxResultChars)),
    ...(hasResources ? resourceTools(server, maxResultChars) : []),
    ...(hasPrompts ? promptTools(server, maxResultChars) : []),
  ];
}
