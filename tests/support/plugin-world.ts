import type { AgentEvent } from "../../src/app/library.ts";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld, type AgentWorld } from "./agent-world.ts";
import { enabled, pluginFiles } from "./plugin-files.ts";

type Options = NonNullable<Parameters<typeof agentWorld>[1]> & {
  /** Enabled ids; all of the plugins unless told. */
  readonly ids?: readonly string[];
  readonly moreConfig?: string;
};

export type PluginWorld = AgentWorld & {
  readonly events: readonly AgentEvent[];
  readonly notices: () => readonly string[];
};

/** An agent whose home holds these plugins. */
export async function pluginWorld(
  plugins: Parameters<typeof pluginFiles>[0],
  steps: Parameters<typeof agentWorld>[0]["steps"],
  { ids = Object.keys(plugins), moreConfig = "", files = {}, ...options }: Options = {},
): Promise<PluginWorld> {
  const events: AgentEvent[] = [];
  const world = await agentWorld(
    { steps: steps ?? [] },
    {
      config: enabled(...ids) + moreConfig,
      files: { ...pluginFiles(plugins), ...files },
      eventCallback: (event) => void events.push(event),
      ...options,
    },
  );
  const notices = (): readonly string[] =>
    events.flatMap((event) => (event.type === "notice.given" ? [event.text] : []));
  return { ...world, events, notices };
}

/** One turn, with the results its tools gave. */
export async function askPlugins(world: AgentWorld, question = "go") {
  const result = await world.clock.runUntil(world.agent.runConversation(question));
  const answers = result.messages.flatMap((each) => (each.role === "tool" ? [textOf(each.content)] : []));
  return { result, answers };
}
