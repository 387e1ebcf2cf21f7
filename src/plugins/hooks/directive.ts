import { z } from "zod";
import type { HookVerdict } from "../../domain/tool-hooks.ts";

type Arguments = Readonly<Record<string, unknown>>;

const record = z.record(z.string(), z.unknown());
const BlockSchema = z.object({ action: z.literal("block"), message: z.string().trim().min(1) });
const GateSchema = z.object({
  action: z.literal("approve"),
  message: z.string().default(""),
  rule: z.string().default("plugin"),
});
const ModifySchema = z.object({ action: z.literal("modify"), args: record });

/** What a hook said about a call, or null for no opinion. `args` are those it saw. */
export function verdictOf(said: unknown, args: Arguments): HookVerdict | null {
  const block = BlockSchema.safeParse(said);
  if (block.success) return { kind: "block", message: block.data.message };
  const modify = ModifySchema.safeParse(said);
  if (modify.success) return { kind: "rewrite", args: { ...args, ...modify.data.args } };
  const gate = GateSchema.safeParse(said);
  return gate.success ? { kind: "approve", message: gate.data.message, rule: gate.data.rule } : null;
}
