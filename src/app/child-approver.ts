import { createMutex, type Mutex } from "../agent/tools/mutex.ts";
import type { ApprovalVerdict, Approver } from "../domain/approval.ts";

export type AskForChild = (goal: string) => Approver | null;

/**
 * Who decides for children what the rules leave open: the parent's own person, asked for one child at a time and told
 * which; without one `delegation.auto_approve`, which lets commands run; else nobody, and the answer is no.
 */
export function askForChildren(person: Approver | undefined, autoApprove: boolean): AskForChild {
  const prompts = createMutex();
  if (person !== undefined) return (goal) => askPerson(person, goal, prompts);
  return () => (autoApprove ? commandsAllowed : null);
}

function askPerson(person: Approver, child: string, prompts: Mutex): Approver {
  return {
    name: person.name,
    decide: async (request, signal) => {
      const told = { ...request, child: request.child ?? child };
      return (await prompts.run(() => person.decide(told, signal), signal)) ?? stopped(person);
    },
  };
}

function stopped({ name: by }: Approver): ApprovalVerdict {
  return { decision: "deny", by, rule: "stopped", reason: "Stopped while it waited for permission; nothing was done." };
}

const by = "delegation.auto_approve";
const commandsAllowed: Approver = {
  name: by,
  decide: async ({ kind }) =>
    kind === "command"
      ? { decision: "allow", by, rule: by }
      : { decision: "deny", by, rule: by, reason: "Not written: only the user can allow this, and nobody is here." },
};
