import type { Runtime } from "../domain/runtime.ts";

const textToolsOnly = /^(?:gpt-|chatgpt-|o\d)/i; // OpenAI's chat format takes pictures from people, not from tools

/** Whether the format lets tools show pictures to this model; what an endpoint refuses is learned besides. */
export function takesToolImages({ apiMode, model }: Pick<Runtime, "apiMode" | "model">): boolean {
  return apiMode !== "chat_completions" || !textToolsOnly.test(model);
}
