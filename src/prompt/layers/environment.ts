import type { PromptLayer } from "../layer.ts";

export const environmentLayer: PromptLayer = {
  id: "environment",
  render: ({ platform, cwd, shell, hasTools }) =>
    hasTools ? `Working directory: ${cwd}\nSystem: ${platform}, commands run in ${shell}` : null,
};
