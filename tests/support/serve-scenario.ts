import { systemClock } from "../../src/app/system-clock.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import type { Simulator } from "../../src/simulator/handler.ts";
import { serveSimulator } from "../../src/simulator/http-server.ts";
import type { SimulatorServer } from "../../src/simulator/http-server.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";

/** A scenario on a real port, with the simulator at hand to see what it was asked. */
export async function serveScenario(
  scenario: ScenarioInput,
): Promise<AsyncDisposable & { readonly url: string; readonly simulator: Simulator }> {
  const simulator = createSimulator({ clock: systemClock, scenario });
  const server: SimulatorServer = await serveSimulator(simulator, systemClock);
  return { url: server.url, simulator, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
