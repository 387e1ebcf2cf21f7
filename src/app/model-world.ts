import { smallestWindow } from "../agent/context-too-small.ts";
import type { CommandContext } from "../commands/command.ts";
import { envPath } from "../config/home.ts";
import type { HttpTransport } from "../domain/http.ts";
import { noLog } from "../domain/log.ts";
import { catalog, ownProvider, type ProviderRow } from "../provider/catalog/catalog.ts";
import { offeredModels } from "../provider/catalog/offered-models.ts";
import { readRegistry } from "../provider/catalog/registry.ts";
import { createHttpTransport } from "../provider/http/http-transport.ts";
import type { ServedModel } from "../provider/local/answers.ts";
import { detectServers } from "../provider/local/detect-servers.ts";
import { writtenKeys } from "../provider/resolve/endpoint.ts";
import { chooseModel } from "../provider/resolve/choose-model.ts";
import { type ModelEffect, type ModelResult, type ModelState, newModelState } from "../surfaces/setup/model-state.ts";
import type { Choice, OfferedModel, OfferedProvider, Route } from "../surfaces/setup/model-state.ts";
import { setupPhrases as say } from "../text/phrases/setup.ts";
import { buildModelClient } from "./build-model-client.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { keyNameFor, runtimeOfChoice, storeChoice } from "./model-choice.ts";
import type { OpenSettings } from "./open-settings.ts";
import { tinyQuestion } from "./tiny-question.ts";

const listLimitMs = 8_000;
const checkLimitMs = 60_000;

/** Where the choice of a model begins. */
export function modelBeginning(opened: OpenSettings, isFirst: boolean): ModelState {
  const { settings, home } = opened;
  const rows = [...catalog.filter(isOffered), ...Object.keys(settings.providers).filter(isOwn).map(ownProvider)];
  const now = chooseModel(runtimeInputs(opened, { model: null, provider: null }));
  return newModelState({
    isFirst,
    providers: rows.map((row) => offered(row, opened)),
    current: now.kind === "ok" ? { provider: now.value.row.id, model: now.value.model } : null,
    envFile: envPath(home),
  });
}

/** Servers of one's own are offered when they are found. */
function isOffered({ keyless, id }: ProviderRow): boolean {
  return !keyless || id === "custom";
}

function isOwn(id: string): boolean {
  return !catalog.some((row) => row.id === id);
}

function offered(row: ProviderRow, { settings, secrets }: OpenSettings): OfferedProvider {
  const entry = settings.providers[row.id] ?? {};
  const isWritten = writtenKeys(row.id, entry).length > 0; // it stands in config.yaml and is not asked for
  const names = [entry.key_env ?? "", ...row.keyEnv].filter((name) => name !== "");
  const holder = names.find((name) => secrets.secret(name) !== null);
  return {
    id: row.id,
    label: row.label,
    keyName: isWritten ? null : (holder ?? keyNameFor(row.id, settings)),
    needsKey: !isWritten && !row.keyless,
    hasKey: holder !== undefined,
    needsAddress: row.id === "custom",
  };
}

/** Does what the choice of a model asks for. */
export function modelWorld(opened: OpenSettings, context: CommandContext) {
  const { clock, env } = context;
  const remote = (): HttpTransport => createHttpTransport({ clock, environment: env });
  return async (effect: ModelEffect, signal: AbortSignal): Promise<ModelResult> => {
    switch (effect.kind) {
      case "look":
        return { kind: "found", servers: await localServers(context, signal) };
      case "list": {
        using limit = clock.deadline(listLimitMs, signal);
        return { kind: "listed", models: await listed(opened, effect.route, remote(), limit.signal) };
      }
      case "check":
        return await checked(opened, effect.choice, context, signal);
      case "store": {
        const problem = await storeChoice(opened, effect.choice);
        return problem === null ? { kind: "stored" } : { kind: "unstored", message: problem };
      }
    }
  };
}

async function localServers(context: CommandContext, signal: AbortSignal) {
  const { clock } = context;
  const transport = createHttpTransport({ clock, environment: {} }); // this machine is not behind a proxy
  const ports = portsNamed(context.env["HERMES_LOCAL_PORTS"]);
  const found = await detectServers({ transport, clock, ...(ports === null ? {} : { ports }) }, signal);
  return found.map(({ kind, label, baseUrl, models }) => ({
    provider: kind,
    label,
    baseUrl,
    models: models.map(withNote).toSorted((one, other) => Number(one.note !== "") - Number(other.note !== "")),
  }));
}

/** Other ports than the usual ones; "" means none. */
function portsNamed(text: string | undefined): readonly number[] | null {
  if (text === undefined) return null;
  return text
    .split(",")
    .map(Number)
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536);
}

function withNote({ id, window, tools }: ServedModel): OfferedModel {
  const isSmall = window !== null && window < smallestWindow;
  const notes = [...(isSmall ? [say.tooSmall(smallestWindow)] : []), ...(tools ? [] : [say.noTools])];
  return { id, window, prices: null, note: notes.join(" · ") };
}

async function listed(opened: OpenSettings, route: Route, transport: HttpTransport, signal: AbortSignal) {
  const found = runtimeOfChoice(opened, { route, model: "any" });
  if (found.kind === "problem") return [];
  const models = await offeredModels(
    { runtime: found.value, transport, registry: readRegistry(opened.home.path) },
    signal,
  );
  return models.map((model) => ({ ...model, note: "" }));
}

/** One tiny question, with the key that would be stored. */
async function checked(
  opened: OpenSettings,
  choice: Choice,
  context: CommandContext,
  signal: AbortSignal,
): Promise<Extract<ModelResult, { kind: "answered" | "refused" }>> {
  const found = runtimeOfChoice(opened, choice);
  if (found.kind === "problem") return { kind: "refused", message: found.problem.message, isKey: false };
  const runtime = found.value;
  const client = await buildModelClient({ ...opened, runtime, log: noLog }, context);
  using limit = context.clock.deadline(checkLimitMs, signal);
  const answer = await tinyQuestion(client, runtime, context.clock, limit.signal);
  return answer.kind === "answered" ? { kind: "answered" } : { ...answer, kind: "refused" };
}
