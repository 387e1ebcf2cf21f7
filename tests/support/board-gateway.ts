import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { startBoardServer } from "./board-server.ts";
import { endpointConfig, newMachine, type Running, start } from "./hermes-process.ts";
import { serveScenario } from "./serve-scenario.ts";

const plugin = resolve(import.meta.dirname, "../fixtures/board");

type Wanted = {
  readonly steps: ScenarioInput["steps"];
  /** Under `gateway.platforms.board`, in YAML's flow style. */
  readonly platform?: string;
  /** More of config.yaml. */
  readonly config?: string;
};

const patience = { timeout: 20_000, interval: 20 };

/** A machine whose gateway serves a platform that can do everything; `u1` may speak, in the private chat `c1`. */
export async function boardGateway({ steps, platform = "allowed_users: [u1]", config = "" }: Wanted) {
  const model = await serveScenario({ steps });
  const server = await startBoardServer();
  const gateway = `gateway: {platforms: {board: {enabled: true, extra: {port: ${server.port}}, ${platform}}}}\n`;
  const settings = endpointConfig(`${model.url}/v1`, `plugins: {enabled: [board]}\n${gateway}${config}`);
  const machine = newMachine({ "config.yaml": settings });
  cpSync(plugin, join(machine.home, "plugins/board"), { recursive: true });
  const running = new Set<Running>();
  const { board } = server;
  return {
    machine,
    server,
    board,
    simulator: model.simulator,
    /** Resolves once it serves. */
    run: async (): Promise<Running> => {
      const gate = start(machine, ["gateway", "run"], { input: null });
      running.add(gate);
      await gate.said("Serving Board");
      return gate;
    },
    /** Resolves when a text like this stands in the chat. */
    shows: (wanted: RegExp, chatId = "c1"): Promise<string> =>
      vi.waitUntil(() => board.shown(chatId).find((text) => wanted.test(text)), patience),
    until: (isSo: () => boolean): Promise<boolean> => vi.waitUntil(isSo, patience),
    [Symbol.asyncDispose]: async () => {
      for (const { child, ended } of running) {
        child.kill("SIGKILL");
        await ended;
      }
      await server[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
