import type { Clock } from "../../domain/clock.ts";
import type { HttpTransport } from "../../domain/http.ts";
import { findProvider } from "../catalog/catalog.ts";
import type { ServedModel } from "./answers.ts";
import { askJson } from "./ask-json.ts";
import { identify, type LocalKind } from "./identify.ts";

/** A model server on this machine. */
export type LocalServer = {
  readonly kind: LocalKind;
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly ServedModel[];
};

/** Where Ollama, LM Studio, llama.cpp and vLLM listen unless told otherwise. */
const usualPorts: readonly number[] = [11_434, 1_234, 8_080, 8_000];

const limitMs = 700;

export type Detection = {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly ports?: readonly number[];
};

/** All ports at once; who has not answered in time is not there. Nothing but this machine is asked. */
export async function detectServers(
  { transport, clock, ports = usualPorts }: Detection,
  signal: AbortSignal,
): Promise<readonly LocalServer[]> {
  using limit = clock.deadline(limitMs, signal);
  const found = await Promise.all(ports.map((port) => serverAt(port, transport, limit.signal)));
  return found.filter((server) => server !== null);
}

async function serverAt(port: number, transport: HttpTransport, signal: AbortSignal): Promise<LocalServer | null> {
  const root = `http://127.0.0.1:${port}`;
  const found = await identify(askJson({ transport, root, headers: {} }, signal));
  if (found === null) return null;
  return { ...found, label: findProvider(found.kind)?.label ?? found.kind, baseUrl: `${root}/v1` };
}
