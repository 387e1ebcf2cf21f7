import type { ReviewSubject } from "./review-schedule.ts";

const texts: Readonly<Record<ReviewSubject, string>> = {
  memory: `Look back over this conversation for what should be remembered: who the user is, what they prefer, how they expect you to behave. Save it with the memory tool, short and as facts. If there is nothing worth saving, say so and stop.`,
  skills: `Look back over this conversation for a way of working worth keeping. In this order: patch a skill that was in use and proved wrong or incomplete; extend an existing broad skill; add a support file to one; only then create a new skill for a whole class of tasks. Do not keep failures of this environment, claims that a tool does not work, one-off stories or unsolved attempts. Leave bundled, installed, external, pinned and user-owned skills alone. If there is nothing worth keeping, say so and stop.`,
};

/** The question a review ends with. */
export function reviewQuestion(subjects: readonly ReviewSubject[]): string {
  return subjects.map((subject) => texts[subject]).join("\n\n");
}
