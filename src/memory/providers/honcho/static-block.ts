import type { HonchoSettings } from "./honcho-config.ts";

const modes: Readonly<Record<HonchoSettings["recallMode"], string>> = {
  hybrid: "Mode: hybrid. What is known about the user comes with their messages; the tools below find more.",
  context: "Mode: context. What is known about the user comes with their messages; there are no tools for it.",
  tools: "Mode: tools. Nothing comes by itself; look things up with the tools below.",
};

const tools = `- honcho_profile: the short card of facts about the user; also corrects it
- honcho_search: what was said about a topic, word for word
- honcho_context: everything known now, at once
- honcho_reasoning: a question about the user that needs thought; slow, use it sparingly
- honcho_conclude: keep, list or delete a lasting conclusion about the user`;

/** Frozen with the prompt; `base` is what was known when the session started. */
export function staticBlock(mode: HonchoSettings["recallMode"], base: string): string {
  return [
    "# Honcho Memory",
    modes[mode],
    ...(mode === "context" ? [] : [tools]),
    ...(base === "" ? [] : [`\n${base}`]),
  ].join("\n");
}
