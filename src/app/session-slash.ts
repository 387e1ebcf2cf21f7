import type { SlashWorld } from "../commands/slash/slash-command.ts";
import type { Session } from "../session/session.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { ToolList } from "./tool-list.ts";

type Parts = { readonly list: ToolList; readonly skills: SkillLibrary };

/** What slash commands do to the inside of a session: its list of tools, its skills. */
export type SessionSlash = Required<Pick<SlashWorld, "switchTools" | "rescanSkills">>;

export function sessionSlash(session: Pick<Session, "changeTools">, { list, skills }: Parts): SessionSlash {
  return {
    switchTools: async (names, isOn) => {
      const plan = list.switched(names, isOn);
      if (plan.kind === "refused") return plan;
      const isAnother = await session.changeTools(plan.apply);
      return isAnother && plan.change !== null ? { kind: "changed", change: plan.change } : { kind: "same" };
    },
    rescanSkills: () => {
      skills.changed();
      return skills.visible().length;
    },
  };
}
