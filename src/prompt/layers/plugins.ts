import type { PromptLayer } from "../layer.ts";

/** Texts of plugins that may speak in the prompt; their length was checked when they were registered. */
export const pluginsLayer: PromptLayer = { id: "plugins", render: ({ pluginSections }) => pluginSections ?? null };
