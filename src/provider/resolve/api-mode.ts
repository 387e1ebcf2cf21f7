import type { ApiMode } from "../../domain/runtime.ts";
import { findProvider } from "../catalog/catalog.ts";

export type ApiModeQuestion = {
  /** What the user said, if anything. */
  readonly explicit: ApiMode | null;
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
};

const azureSuffixes = [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"];
const keepsChat = ["custom", "nous"];

/** Which format an endpoint speaks; the first answer counts. Hosts are compared as parsed, never as parts of a string. */
export function resolveApiMode({ explicit, provider, baseUrl, model }: ApiModeQuestion): ApiMode {
  if (explicit !== null) return explicit;
  const url = new URL(baseUrl);
  const declared = provider === "openai-codex" ? "codex_responses" : (findProvider(provider)?.apiMode ?? null);
  return declared ?? modeOfHost(url) ?? modeOfModel(provider, url, model);
}

function modeOfHost({ hostname, pathname }: URL): ApiMode | null {
  const path = pathname.replace(/\/+$/, "");
  if (hostname === "api.anthropic.com" || path.endsWith("/anthropic")) return "anthropic_messages";
  if (hostname === "api.openai.com") return "codex_responses";
  const isCodex = hostname === "chatgpt.com" && `${path}/`.startsWith("/backend-api/codex/");
  return isCodex ? "codex_responses" : null;
}

function modeOfModel(provider: string, url: URL, model: string): ApiMode {
  const tail = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const mayMove = !keepsChat.includes(provider) && !isAzure(url);
  return mayMove && tail.startsWith("gpt-5") ? "codex_responses" : "chat_completions";
}

export function isAzure({ hostname }: URL): boolean {
  return azureSuffixes.some((suffix) => hostname.endsWith(suffix));
}
