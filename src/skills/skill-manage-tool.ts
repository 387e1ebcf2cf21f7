import { createPendingWrites } from "../disk/pending-writes.ts";
import type { Clock } from "../domain/clock.ts";
import { fail, ok } from "../domain/outcome.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { ManageInputSchema, readManageCall } from "./manage/manage-call.ts";
import { carryOut, type ManageDeps, planManage } from "./manage/perform.ts";

export type SkillManageDeps = ManageDeps & {
  readonly clock: Clock;
  /** `skills.write_approval`: every write waits for a person. */
  readonly stages: boolean;
};

export function createSkillManageTool(deps: SkillManageDeps): Tool {
  return defineTool({
    name: "skill_manage",
    toolset: "skills",
    description: "Create, change or delete skills: SKILL.md with frontmatter (name, description up to 60 chars).",
    concurrency: "state",
    input: ManageInputSchema,
    preview: ({ action, name }) => `${action} ${name}`,
    run: async (input, { platform, signal }) => {
      const reading = readManageCall(input);
      if (reading.kind === "problem") return fail(reading.message);
      await deps.library.yaml.load(); // what is written here has to be right
      const plan = planManage(reading.call, deps.library);
      signal.throwIfAborted();
      if (plan.kind === "problem" || !deps.stages) return carryOut(plan, deps);
      const summary = `${input.action} ${input.name}`;
      const write = { action: input.action, summary, origin: platform, arguments: { ...input } };
      const pending = createPendingWrites(deps.library.home, "skills", deps).stage(write);
      const message = "Laid aside until the user approves it. Do not repeat it.";
      return ok({ success: true, staged: true, pending_id: pending, message });
    },
  });
}
