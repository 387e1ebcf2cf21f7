import type { Tool } from "../domain/tool.ts";
import { createSkillManageTool, type SkillManageDeps } from "./skill-manage-tool.ts";
import { createSkillViewTool, type ServedSkills } from "./skill-view-tool.ts";
import { createSkillsListTool } from "./skills-list-tool.ts";

/** Everything the model can do with skills. */
export function createSkillTools(deps: SkillManageDeps, served: ServedSkills = new Map()): readonly Tool[] {
  return [createSkillsListTool(deps.library), createSkillViewTool(deps.library, served), createSkillManageTool(deps)];
}
