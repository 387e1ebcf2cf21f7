import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { createAgent } from "../../src/app/library.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import type { Message } from "../../src/domain/message.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import { chatEndpoint } from "./agent-world.ts";
import { endpointConfig, newMachine, start, type Machine } from "./hermes-process.ts";
import { newSession, temporaryStore } from "./temporary-store.ts";

export type KillPoint = { readonly moment: "before" | "after"; readonly commit: number };

const caches = mkdtempSync(join(tmpdir(), "hermes-caches-")); // compiled once for all of them

/** As plain JavaScript: a hundred processes need not strip the types each for itself. */
const killer = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, "kill-at-commit.ts"), "utf8"));
const preload = `data:text/javascript,${encodeURIComponent(killer)}`;

/** A machine that was used before: what is done once in its life is no part of the turn. */
export async function usedMachine(said: readonly Message[] = []): Promise<Machine> {
  const machine = newMachine({ "config.yaml": "" });
  using store = await temporaryStore({ path: join(machine.home, "hermes.db") });
  if (said.length > 0) await store.sessions.create(newSession("long", { model: chatEndpoint.model, cwd: machine.cwd }));
  for (const message of said) await store.openJournal(null).append("long", message, "t");
  return machine;
}

/** The same once more, with its model at this address. */
export function copyOf(machine: Machine, url: string, moreConfig = ""): Machine {
  const copy = newMachine();
  cpSync(machine.home, copy.home, { recursive: true });
  writeFileSync(join(copy.home, "config.yaml"), endpointConfig(`${url}/v1`, moreConfig));
  return copy;
}

/** The real command, cut down at a point of its turn. False: the turn was over before it came to that. */
export async function killedAt(point: KillPoint, machine: Machine, args: readonly string[]): Promise<boolean> {
  const env = {
    NODE_OPTIONS: `--import=${preload}`,
    KILL_AT_COMMIT: `${point.moment}:${point.commit}`,
    XDG_CACHE_HOME: caches,
  };
  const { child, ended } = start(machine, ["run", "go", "--yolo", ...args], { env });
  const { code, err } = await ended;
  if (code === null && child.signalCode === "SIGKILL") return true;
  if (code !== 0) throw new Error(`ended with ${code}: ${err}`);
  return false;
}

const WireMessage = z.looseObject({
  role: z.string(),
  content: z.string().nullable().optional(),
  tool_calls: z.array(z.looseObject({ id: z.string() })).optional(),
  tool_call_id: z.string().optional(),
});
const Body = z.looseObject({ messages: z.array(WireMessage) });

export type Resumed = {
  /** What the first request said, one line a message. */
  readonly wire: readonly string[];
  readonly answer: string | null;
  readonly sessionId: string;
};

/** Another process goes on with the conversation, or begins it when nothing of it was stored. It may ask for summaries. */
export async function resumed(machine: Machine, mostRequests = 1, says = "went on"): Promise<Resumed> {
  const simulator = createSimulator({
    clock: systemClock,
    scenario: { steps: Array.from({ length: mostRequests }, () => ({ reply: { text: says } })) },
  });
  const agent = await createAgent({
    ...chatEndpoint,
    home: machine.home,
    cwd: machine.cwd,
    transport: asTransport(simulator, systemClock),
    ...(hasSession(machine) ? { sessionId: "latest" } : {}),
  });
  try {
    const { final_response: answer, session_id: sessionId } = await agent.runConversation("go on");
    const { messages } = Body.parse(simulator.requests[0]?.body);
    return { wire: messages.slice(1).map(lineOf), answer, sessionId };
  } finally {
    await agent.close();
  }
}

function hasSession({ home }: Machine): boolean {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db.prepare("SELECT 1 FROM sessions").get() !== undefined;
}

function lineOf({ role, content, tool_calls: calls, tool_call_id: id }: z.infer<typeof WireMessage>): string {
  if (role === "tool") return `${id}: ${knowledge(content ?? "")}`;
  return calls === undefined ? `${role}: ${content}` : `${role}: [${calls.map((call) => call.id).join(" ")}]`;
}

function knowledge(result: string): string {
  if (result.includes("effect is unknown")) return "unknown";
  return result.includes("changes nothing") ? "none" : "real";
}

/** Every line that commands of the killed process, or of the one after it, have left in a file. */
export function effects({ cwd }: Machine): readonly string[] {
  const path = join(cwd, "effects");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
}
