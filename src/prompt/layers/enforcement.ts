import type { ModelRule, PromptInputs, PromptLayer } from "../layer.ts";

type Block = {
  readonly families: readonly string[]; // parts of model names
  readonly rule: (inputs: PromptInputs) => ModelRule;
  readonly text: string;
};

const toolUse = (inputs: PromptInputs): ModelRule => inputs.rules.toolUse;

/** Habits some families of models have to be talked out of. */
const blocks: readonly Block[] = [
  {
    families: ["gpt", "codex", "gemini", "gemma", "grok", "glm", "qwen", "deepseek"],
    rule: toolUse,
    text: "Act instead of announcing: a reply that says what you will do next also contains the call that does it. Every reply either calls tools or delivers a result; keep going until the task is done.",
  },
  {
    families: ["gemini", "gemma"],
    rule: (inputs) => (applies(toolUse(inputs), inputs.model, ["gemini", "gemma"]) ? "auto" : false),
    text: "Use absolute paths. Read a file before you change it, and check that a dependency is there before you use it. Use flags that need no answers. Keep prose brief.",
  },
  {
    families: ["gpt", "codex", "grok", "deepseek", "kimi", "qwen", "glm", "minimax", "mimo", "mistral"],
    rule: (inputs) => inputs.rules.execution,
    text: "When a result is thin, try another way. Compute arithmetic, hashes, dates and system state with tools, never from memory. Take the obvious reading and act on it. Check what a step needs before it, verify before you finish, and read back what you wrote elsewhere. Totals must match counts; keep identifiers literal. Look up what you miss, or label it an assumption.",
  },
];

export const enforcementLayer: PromptLayer = {
  id: "enforcement",
  render: (inputs) => {
    if (inputs.tools.size === 0) return null;
    const chosen = blocks.filter(({ rule, families }) => applies(rule(inputs), inputs.model, families));
    return chosen.length === 0 ? null : chosen.map(({ text }) => text).join("\n\n");
  },
};

function applies(rule: ModelRule, model: string, families: readonly string[]): boolean {
  if (typeof rule === "boolean") return rule;
  const name = model.toLowerCase();
  return (rule === "auto" ? families : rule).some((part) => name.includes(part.toLowerCase()));
}
