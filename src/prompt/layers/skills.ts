import type { PromptLayer } from "../layer.ts";

const skillTools = ["skills_list", "skill_view", "skill_manage"];

/** Names and short descriptions; the skills themselves are loaded with a tool, so without one there is no list. */
export const skillsLayer: PromptLayer = {
  id: "skills",
  render: ({ tools, skills }) => (skillTools.some((name) => tools.has(name)) ? skills : null),
};
