import { readFile } from "node:fs/promises";
import { systemClock } from "../../src/app/system-clock.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import { serveSimulator } from "../../src/simulator/http-server.ts";
import { offlineModel } from "../../src/simulator/offline-model/offline-model.ts";
import { ScenarioSchema } from "../../src/simulator/scenario.ts";

/**
 * The simulator as a process of its own: `node simulator-process.ts [scenario.json]`. One line of JSON on stdout names
 * the port; it ends when stdin does, so it never outlives whoever started it. Without a scenario the offline model answers.
 */
const [scenarioPath] = process.argv.slice(2);
const simulator =
  scenarioPath === undefined
    ? createSimulator({ clock: systemClock, source: offlineModel })
    : createSimulator({
        clock: systemClock,
        scenario: ScenarioSchema.parse(JSON.parse(await readFile(scenarioPath, "utf8"))),
      });
const server = await serveSimulator(simulator, systemClock);
process.stdout.write(`${JSON.stringify({ port: server.port, url: server.url })}\n`);
process.stdin.resume();
process.stdin.once("end", () => void server[Symbol.asyncDispose]());
