import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { endpointConfig, type Machine, newMachine, type Running, start } from "./hermes-process.ts";
import { type IrcServer, startIrcServer } from "./irc-server.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { serveScenario } from "./serve-scenario.ts";

const plugin = resolve(import.meta.dirname, "../../examples/plugins/irc");

export type Wanted = {
  readonly steps: ScenarioInput["steps"];
  /** Under `gateway.platforms.irc`, in YAML's flow style. */
  readonly platform?: string;
  /** More of config.yaml. */
  readonly config?: string;
};

/** A machine with the IRC example, a server to talk on and a model that follows its script. */
export async function ircGateway({ steps, platform = 'allowed_users: ["account:ann"]', config = "" }: Wanted) {
  const model = await serveScenario({ steps });
  const irc = await startIrcServer();
  const extra = `{server: 127.0.0.1, port: ${irc.port}, tls: false, nick: bot, channels: ["#tea"]}`;
  const gateway = `gateway: {platforms: {irc: {enabled: true, extra: ${extra}, ${platform}}}}\n`;
  const settings = endpointConfig(`${model.url}/v1`, `plugins: {enabled: [irc]}\n${gateway}${config}`);
  const machine: Machine = newMachine({ "config.yaml": settings });
  cpSync(plugin, join(machine.home, "plugins/irc"), { recursive: true });
  const running = new Set<Running>();
  return {
    machine,
    irc,
    simulator: model.simulator,
    /** Resolves once it serves. */
    run: async (): Promise<Running> => {
      const gate = start(machine, ["gateway", "run"], { input: null });
      running.add(gate);
      await gate.said("Serving IRC");
      return gate;
    },
    says: (text: string, who = "ann", where = "bot") => irc.sends(privateMessage(text, who, where)),
    answers: () => answersIn(irc),
    [Symbol.asyncDispose]: async () => {
      for (const { child, ended } of running) {
        child.kill("SIGKILL");
        await ended;
      }
      await irc[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}

const privateMessage = (text: string, who: string, where: string): string =>
  `@account=${who} :${who}!~${who}@home.example PRIVMSG ${where} :${text}`;

function answersIn({ received }: IrcServer): readonly string[] {
  return received.filter((line) => line.startsWith("PRIVMSG "));
}
