import type { Clock } from "../domain/clock.ts";
import type { ApiMode } from "../domain/runtime.ts";
import type { AnswerUsage } from "./answer.ts";
import { chatFormat } from "./chat/format.ts";
import { textChunks } from "./deform.ts";
import { createExchange } from "./exchange.ts";
import type { Outcome } from "./exchange.ts";
import { idsFrom } from "./ids.ts";
import { messagesFormat } from "./messages/format.ts";
import { modelsList } from "./models-list.ts";
import { refuse } from "./refusal.ts";
import type { ReplySource } from "./reply-source.ts";
import { responsesFormat } from "./responses/format.ts";
import { ScenarioSchema } from "./scenario.ts";
import type { Scenario, ScenarioInput } from "./scenario.ts";
import { createScript } from "./script.ts";
import type { SimulatorRequest, SimulatorResponse } from "./wire.ts";
import type { WireFormat } from "./wire-format.ts";

export type SimulatorOptions = {
  readonly clock: Pick<Clock, "now">;
  readonly scenario?: ScenarioInput;
  /** Answers instead of the scenario's steps. */
  readonly source?: ReplySource;
  /** What signatures are made with; the same secret knows its signatures again after a restart. */
  readonly secret?: string;
};

/** A model provider without network and without a clock of its own. */
export type Simulator = {
  readonly handle: (request: SimulatorRequest) => SimulatorResponse;
  /** What it was asked, oldest first. */
  readonly requests: readonly ReceivedRequest[];
};

type ReceivedRequest = {
  readonly mode: ApiMode;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
  readonly status: number;
  readonly usage: AnswerUsage | null;
};

const formats: readonly WireFormat[] = [chatFormat, messagesFormat, responsesFormat];
const requestsPath = "/simulator/requests";

export function createSimulator(options: SimulatorOptions): Simulator {
  const scenario: Scenario = ScenarioSchema.parse(options.scenario ?? {});
  const requests: ReceivedRequest[] = [];
  const exchange = createExchange({
    scenario,
    clock: options.clock,
    source: options.source ?? createScript(scenario),
    secret: options.secret ?? "simulator",
  });
  let served = 0;
  return {
    requests,
    handle: (request) => {
      served += 1;
      const path = request.path.split("?")[0] ?? "";
      const requestId = idsFrom(`${served}`)("req_");
      if (request.method === "GET" && path === "/v1/models") return json(modelsList(request, scenario.models));
      if (request.method === "GET" && path === requestsPath) return json(requests);
      const format = formats.find((known) => known.path === path);
      if (format === undefined || request.method !== "POST") return notFound(request, requestId);
      const outcome = exchange(format, request, requestId);
      requests.push(received(format, request, outcome, options.clock.now()));
      if (requests.length > scenario.keep_requests) requests.shift();
      const { response } = outcome;
      return { ...response, headers: { [format.requestIdHeader]: requestId, ...response.headers } };
    },
  };
}

function received(format: WireFormat, request: SimulatorRequest, outcome: Outcome, at: number): ReceivedRequest {
  const { body, usage, response } = outcome;
  return { mode: format.mode, at, headers: request.headers, text: request.body, body, status: response.status, usage };
}

function notFound({ method, path }: SimulatorRequest, requestId: string): SimulatorResponse {
  const format = path.startsWith(messagesFormat.path) ? messagesFormat : chatFormat;
  const refusal = refuse(`Invalid URL (${method} ${path})`, { status: 404 });
  return { ...json(format.errorBody(refusal, requestId)), status: 404 };
}

function json(value: object): SimulatorResponse {
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, chunks: textChunks(JSON.stringify(value)) };
}
