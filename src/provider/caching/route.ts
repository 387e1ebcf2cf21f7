import type { Runtime } from "../../domain/runtime.ts";

const routes = new WeakMap<Runtime, string>(); // asked several times a request, and parsing an address takes its time

/** Caches are not shared between endpoints or models, so neither is a tail. */
export function routeOf(runtime: Runtime): string {
  const known = routes.get(runtime);
  if (known !== undefined) return known;
  const { provider, model, baseUrl } = runtime;
  const route = `${provider}/${model}@${hostOf(baseUrl)}`;
  routes.set(runtime, route);
  return route;
}

/** The host of a base URL; what is no URL stands for itself. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}
