import type { Settings } from "../config/schema/settings.ts";
import type { Tool } from "../domain/tool.ts";

/** A plugin's tools come with the plugin; the person may still take single ones away. */
export function pluggedTools(plugged: readonly Tool[], taken: readonly Tool[], { agent }: Settings): readonly Tool[] {
  return plugged.filter(
    ({ name, toolset }) =>
      !taken.some((tool) => tool.name === name) &&
      !agent.disabled_toolsets.includes(toolset) &&
      !agent.disabled_tools.includes(name),
  );
}
