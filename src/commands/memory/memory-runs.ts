import { setInConfig } from "../../config/edit.ts";
import type { StagedWrites } from "../../disk/staged-writes.ts";
import { memoryPhrases as say } from "../../text/phrases/memory.ts";
import { stagedPhrases } from "../../text/phrases/staged.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainText } from "../plain-text.ts";
import { approveStaged, listStaged, rejectStaged } from "../staged/staged-commands.ts";

export type MemoryWorld = {
  readonly kind: "memory";
  readonly configFile: string;
  readonly stores: readonly MemoryStoreView[];
  /** Empty: none. */
  readonly provider: string;
  readonly knownProviders: readonly string[];
  readonly writeApproval: boolean;
  readonly staged: StagedWrites;
};

type MemoryStoreView = {
  readonly name: string; // of the file
  readonly enabled: boolean;
  readonly limit: number;
  /** null: there, but not readable. */
  readonly entries: readonly string[] | null;
  readonly chars: number;
};

type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };
export type OpenMemory = (call: CommandCall) => Promise<MemoryWorld | Refusal>;

export type MemoryRuns = Readonly<
  Record<"status" | "show" | "pending" | "approve" | "reject" | "setup" | "off", CommandRun>
>;

export function memoryRuns(open: OpenMemory): MemoryRuns {
  const staged = async (call: CommandCall) => {
    const world = await open(call);
    return world.kind === "refused" ? world : { kind: "staged" as const, writes: world.staged };
  };
  return {
    status: (call) => withMemory(call, open, async (world) => status(call, world)),
    show: (call) => withMemory(call, open, async (world) => show(call, world)),
    pending: listStaged(staged),
    approve: approveStaged(staged, "memory approve"),
    reject: rejectStaged(staged, "memory reject"),
    setup: (call) => withMemory(call, open, (world) => setup(call, world)),
    off: (call) => withMemory(call, open, (world) => choose(call, world, "")),
  };
}

function status(call: CommandCall, { stores, provider, writeApproval, staged }: MemoryWorld): number {
  const waiting = staged.list().length;
  if (isGiven(call.flags, "json")) {
    const counted = stores.map(({ entries, ...store }) => ({ ...store, entries: entries?.length ?? null }));
    const all = { stores: counted, provider: provider || null, write_approval: writeApproval, waiting };
    call.terminal.out(`${JSON.stringify(all, null, 2)}\n`);
    return 0;
  }
  const lines = [...stores.map(storeLine), say.provider(provider), say.approval(writeApproval)];
  for (const line of waiting === 0 ? lines : [...lines, say.waiting(waiting)]) call.terminal.out(`${line}\n`);
  return 0;
}

function storeLine({ name, enabled, entries, chars, limit }: MemoryStoreView): string {
  if (!enabled) return say.storeOff(name);
  return entries === null ? say.storeUnreadable(name) : say.store(name, chars, limit, entries.length);
}

function show({ terminal }: CommandCall, { stores }: MemoryWorld): number {
  for (const { name, entries } of stores) {
    terminal.out(`${name}\n`);
    const shown = entries === null ? [say.storeUnreadable(name)] : entries.length === 0 ? [say.empty] : entries;
    for (const entry of shown) terminal.out(`- ${plainText(entry).replaceAll("\n", "\n  ")}\n`);
    terminal.out("\n");
  }
  return 0;
}

async function setup(call: CommandCall, world: MemoryWorld): Promise<number> {
  const [name, ...more] = call.positionals;
  if (name === undefined || more.length > 0) return fail(call, stagedPhrases.usage("memory setup <provider>"), 2);
  if (!world.knownProviders.includes(name)) return fail(call, say.unknownProvider(name, world.knownProviders), 2);
  return choose(call, world, name);
}

async function choose(call: CommandCall, { configFile }: MemoryWorld, name: string): Promise<number> {
  const written = await setInConfig(configFile, ["memory", "provider"], name, false);
  if (written.kind === "refused") return fail(call, written.reason, 1);
  call.terminal.out(`${name === "" ? say.providerOff : say.providerSet(name)}\n`);
  return 0;
}

async function withMemory(
  call: CommandCall,
  open: OpenMemory,
  act: (world: MemoryWorld) => Promise<number>,
): Promise<number> {
  const world = await open(call);
  return world.kind === "refused" ? fail(call, world.message, world.exitCode) : act(world);
}
