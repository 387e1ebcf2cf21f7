/** What speaks with the person, or outlives the task, is the parent's alone. */
const withheld: readonly string[] = ["clarify", "memory", "cronjob", "send_message"];
export const delegateToolName = "delegate_task";

/** The tools of a child: the parent's own, less those that are not for children. Nothing the model says adds one. */
export function childTools(parents: readonly string[], orchestrator: boolean): readonly string[] {
  return parents.filter((name) => !withheld.includes(name) && (orchestrator || name !== delegateToolName));
}
