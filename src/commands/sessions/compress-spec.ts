import type { CommandSpec } from "../command.ts";

export function compressSpec(load: NonNullable<CommandSpec["load"]>): CommandSpec {
  return {
    name: "compress",
    usage: "<id> [topic]…",
    summary: "Sum up the older part of a conversation, or undo that",
    flags: [
      { name: "here", kind: "value", value: "N", number: "whole", summary: "Keep the last N exchanges as they are" },
      { name: "preview", kind: "boolean", summary: "Only say what would be done" },
      { name: "undo", kind: "boolean", summary: "Take the last compression back" },
    ],
    subcommands: [],
    load,
  };
}
