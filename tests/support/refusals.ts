import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import type { AgentWorld } from "./agent-world.ts";

type Step = NonNullable<ScenarioInput["steps"]>[number];

/** A step that answers with an error status. */
export function refuses(status: number, message?: string): Step {
  return { fault: { kind: "status", status, ...(message === undefined ? {} : { message }) } };
}

/** The body of a request the world's model was sent, as text. */
export function bodyText({ simulator }: AgentWorld, index: number): string {
  return JSON.stringify(simulator.requests[index]?.body);
}

/** What a person is told while a turn runs, in order. */
export function noticeBoard(): {
  readonly told: string[];
  readonly statusCallback: (kind: string, text: string) => void;
} {
  const told: string[] = [];
  return { told, statusCallback: (kind, text) => void told.push(`${kind}: ${text}`) };
}
