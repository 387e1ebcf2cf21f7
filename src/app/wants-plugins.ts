import type { Settings } from "../config/schema/settings.ts";

export const ownEngines: readonly string[] = ["compressor", "lcm"];
export const ownMemories: readonly string[] = ["", "sessions", "honcho"];

/** Whether anything in the settings may concern a plugin or a shell hook. If not, nothing of them is even loaded. */
export function wantsPlugins({ plugins, hooks, context, memory }: Settings): boolean {
  return (
    plugins.enabled.length > 0 ||
    Object.keys(hooks).length > 0 ||
    !(context.engine === "" || ownEngines.includes(context.engine)) ||
    !ownMemories.includes(memory.provider)
  );
}
