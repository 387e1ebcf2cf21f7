import { z } from "zod";
import { anything, flag, named, text, words } from "./leaves.ts";
import { section } from "./section.ts";

const shellHook = () => z.union([z.string(), z.looseObject({ command: text() })]);

const quickCommand = () =>
  z.union([
    z.object({ type: z.literal("exec"), command: text() }),
    z.object({ type: z.literal("alias"), target: text() }),
  ]);

export const extensionSections = {
  plugins: section(() => z.object({ enabled: words(), disabled: words(), entries: named(anything()) }), {
    enabled: [],
    disabled: [],
    entries: {},
  }),
  hooks: section(() => named(z.array(shellHook())), {}),
  hooks_auto_accept: section(flag, false),
  quick_commands: section(() => named(quickCommand()), {}),
};
