import type { HttpTransport } from "../../src/domain/http.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator, type Simulator } from "../../src/simulator/handler.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { FakeClock } from "./fake-clock.ts";

/** A second provider, at another address than the first. */
export type SpareWire = {
  readonly simulator: Simulator;
  readonly wrap: (primary: HttpTransport) => HttpTransport;
};

export const spareHost = "spare.test";

export function spareWire(scenario: ScenarioInput): SpareWire {
  const clock = new FakeClock();
  const simulator = createSimulator({ clock, scenario });
  const spare = asTransport(simulator, clock);
  return {
    simulator,
    wrap: (primary) => (request, signal) =>
      new URL(request.url).hostname === spareHost ? spare(request, signal) : primary(request, signal),
  };
}

/** config.yaml with one way out: the spare, which speaks the chat format unless told otherwise. */
export function withSpare(more: { readonly model?: string; readonly apiMode?: string; readonly base?: string } = {}) {
  const { model = "gpt-4o-mini", apiMode = "chat_completions", base = `http://${spareHost}/v1` } = more;
  return [
    "fallback_providers:",
    `  - {provider: custom, model: ${model}, base_url: "${base}", api_key: sk-spare-key-0000000, api_mode: ${apiMode}}`,
    "",
  ].join("\n");
}
