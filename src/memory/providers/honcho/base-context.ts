import { cutAtWord } from "../../../text/code-points.ts";
import type { BaseContext } from "./honcho-client.ts";

const charsPerToken = 4;

/** What Honcho knows, under one heading each; empty when it knows nothing. */
export function baseContextText(context: BaseContext, contextTokens: number): string {
  const parts = [
    section("Session summary", context.summary),
    section("User", context.user),
    section("User card", bullets(context.userCard)),
    section("Assistant", context.ai),
    section("Assistant card", bullets(context.aiCard)),
  ].filter((part) => part !== "");
  return cutAtWord(parts.join("\n\n"), contextTokens * charsPerToken);
}

function section(heading: string, text: string | null): string {
  return text === null || text.trim() === "" ? "" : `## ${heading}\n${text.trim()}`;
}

function bullets(facts: readonly string[]): string {
  return facts.map((fact) => `- ${fact}`).join("\n");
}
