import { sectionPhrases } from "../../text/phrases/setup-sections.ts";
import type { Option } from "./flow.ts";

/** One setting as a question; without options anything the schema takes. */
export type SettingQuestion = {
  readonly key: string;
  readonly title: string;
  readonly options: readonly Option[];
};

/** The few settings people change first, in the order in which they are asked; all others: `hermes config`. */
export const sections = {
  terminal: ["terminal.backend", "terminal.sandbox_network", "terminal.timeout"],
  tools: ["approvals.mode", "approvals.edits", "checkpoints.enabled"],
  agent: ["agent.max_turns", "agent.reasoning_effort", "agent.max_cost_usd"],
} as const satisfies Readonly<Record<string, readonly (keyof typeof sectionPhrases)[]>>;

export function questionsOf(section: keyof typeof sections): readonly SettingQuestion[] {
  return sections[section].map((key) => {
    const { title, values } = sectionPhrases[key];
    const options = Object.entries(values).map(([value, detail]: readonly [string, string]) => ({
      value,
      label: value === "" ? '""' : value,
      detail,
    }));
    return { key, title, options };
  });
}
