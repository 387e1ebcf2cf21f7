import { providerPhrases } from "../../text/phrases/provider.ts";

const summaryLimit = 300;

/** One line for a person about an error answer; a page becomes its title. */
export function errorSummary(status: number | null, message: string, raw: string): string {
  const detail = oneLine(isPage(raw) ? pageSummary(raw) : message);
  return cut(status === null ? detail : providerPhrases.http(status, detail), summaryLimit);
}

export function isPage(raw: string): boolean {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(raw);
}

export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

/** The title, and the ray id by which Cloudflare's support finds the request. */
export function pageSummary(html: string): string {
  const title = oneLine(/<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? "");
  const ray = /ray id:?\s*(?:<[^>]+>\s*)*([0-9a-f]{12,})/i.exec(html)?.[1] ?? null;
  return providerPhrases.page(title, ray);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
