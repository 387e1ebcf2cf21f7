import type { DetectDanger } from "../tools/approval/finding.ts";
import { proveReadOnly } from "../tools/approval/proved-read-only.ts";
import { simpleCommands } from "../tools/shell/simple-commands.ts";

/** The most careful reading: whatever is not proved to only read is worth asking about. */
export const detectDanger: DetectDanger = async (command, { cwd, paths }) => {
  const proof = await proveReadOnly(command, cwd, paths);
  if (proof.proved) return [];
  const words = (await simpleCommands(command))?.[0]?.words ?? [];
  const description = `perhaps change something (${proof.why})`;
  return [{ rule: "not-read-only", family: "unproved", description, ask: "always", persistable: true, words }];
};
