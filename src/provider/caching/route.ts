import type { Runtime } from "../../domain/runtime.ts";

/** Caches are not shared between endpoints or models, so neither is a tail. */
export function routeOf({ provider, model, baseUrl }: Runtime): string {
  return `${provider}/${model}@${hostOf(baseUrl)}`;
}

/** The host of a base URL; what is no URL stands for itself. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
