import type { ApprovalRequest } from "../../domain/approval.ts";
import { writeVerdict } from "../../safety/paths.ts";
import type { Finding } from "./finding.ts";
import { factsOf, type ApproverPolicy, type Concern } from "./policy.ts";

/** Why a person should be asked about something; an empty list: for no reason. */
export async function concernsOf(request: ApprovalRequest, policy: ApproverPolicy): Promise<readonly Concern[]> {
  switch (request.kind) {
    case "command":
      return (await policy.detect(request.action, factsOf({ request, policy }))).map(inASentence);
    case "write":
      return [...ofPlace(request.action, policy), ...ofEdits(policy)];
    case "code":
      return [concern("code", "a program the model wrote would run, with the tools of the session")];
    case "tool":
      return [concern(request.gate?.rule ?? `tool:${request.tool}`, request.gate?.description ?? foreign(request))];
    case "memory":
      return [concern("memory.write_approval", "writes to memory wait for the user", "every-time")];
  }
}

function inASentence(finding: Finding): Concern {
  return { ...finding, description: `it would ${finding.description}` };
}

function ofPlace(path: string, { paths, filePaths = paths }: ApproverPolicy): readonly Concern[] {
  const verdict = writeVerdict(path, filePaths);
  switch (verdict.kind) {
    case "free":
    case "denied": // refused before anybody is asked
      return [];
    case "ask":
      return [concern(verdict.rule, verdict.because, "every-time")];
    case "consent":
      return [concern(verdict.rule, verdict.because)];
  }
}

function ofEdits({ state }: ApproverPolicy): readonly Concern[] {
  return state.edits === "ask" ? [concern("approvals.edits", "every edit is shown first")] : [];
}

function foreign({ tool }: ApprovalRequest): string {
  return `${tool} may change something, and nobody has said that it may`;
}

function concern(rule: string, description: string, ask: Concern["ask"] = "always"): Concern {
  return { rule, description, ask, persistable: false, words: [] };
}
