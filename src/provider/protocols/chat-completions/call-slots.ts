import { argumentsText } from "../../../text/json-repair.ts";
import { distinct } from "../tool-ids.ts";
import type { CallDelta } from "./chunk.ts";

/** A call that is still being written. */
export type CallSlot = {
  readonly index: number;
  readonly id: string;
  readonly name: string | null;
  readonly arguments: string;
  readonly extra?: unknown;
};

type Added = {
  readonly slots: readonly CallSlot[];
  readonly named: { readonly id: string; readonly name: string } | null;
};

/** Servers that count badly use an index again: a different id there is a different call. */
export function addCallDelta(slots: readonly CallSlot[], delta: CallDelta): Added {
  const { index, id } = delta;
  const at = slotFor(slots, index, id);
  const old = slots[at];
  const slot = grown(old ?? { index, id: "", name: null, arguments: "" }, delta, id);
  const isNamedNow = slot.name !== null && (old?.name ?? null) === null;
  return {
    slots: old === undefined ? [...slots, slot] : slots.with(at, slot),
    named: isNamedNow ? draftName(slots, slot) : null,
  };
}

function slotFor(slots: readonly CallSlot[], index: number, id: string): number {
  const newest = slots.findLastIndex((slot) => slot.index === index);
  if (id === "" || slots[newest]?.id === "") return newest;
  return slots.findLastIndex((slot) => slot.index === index && slot.id === id);
}

function grown(slot: CallSlot, delta: CallDelta, id: string): CallSlot {
  const { arguments: args } = delta;
  const piece = typeof args === "string" ? args : args === null || args === undefined ? "" : argumentsText(args);
  const extra = delta.extra ?? slot.extra;
  return {
    index: slot.index,
    id: id || slot.id,
    name: delta.name || slot.name,
    arguments: slot.arguments + piece,
    ...(extra === undefined ? {} : { extra }),
  };
}

function draftName(before: readonly CallSlot[], slot: CallSlot): Added["named"] {
  const taken = new Set(before.filter((other) => other.index !== slot.index).map((other) => other.id));
  return { id: slot.id === "" ? `draft_${before.length}` : distinct(slot.id, taken), name: slot.name ?? "" };
}
