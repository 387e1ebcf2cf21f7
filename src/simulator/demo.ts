import type { Clock } from "../domain/clock.ts";
import type { HttpTransport } from "../domain/http.ts";
import { asTransport } from "./as-transport.ts";
import { createSimulator } from "./handler.ts";
import { offlineModel } from "./offline-model/offline-model.ts";

export const demoModel = "demo";

/** The built-in provider: the offline model behind the same checks and the same accounts as every other. */
export function demoTransport(clock: Clock): HttpTransport {
  const scenario = { models: [demoModel], keep_requests: 0 };
  return asTransport(createSimulator({ clock, scenario, source: offlineModel }), clock);
}
