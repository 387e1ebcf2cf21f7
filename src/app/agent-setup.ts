import type { CommandContext } from "../commands/command.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import { merge, type Tree } from "../config/tree.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import manifest from "../../package.json" with { type: "json" };
import type { AgentOptions, FallbackModel, ModelChoice } from "./agent-options.ts";
import type { ToolExtensions } from "./build-tools.ts";
import type { SessionRequest } from "./session-request.ts";
import { systemClock } from "./system-clock.ts";
import { systemRng } from "./system-rng.ts";

/** A program's options in the words of the command: what is a setting there is a setting here, and checked like one. */
export function sessionRequest(options: AgentOptions): SessionRequest {
  return {
    call: { flags: {}, positionals: [], terminal: silent, context: contextOf(options) },
    options: runOptions(options),
    settings: settingsOf(options),
    extensions: extensionsOf(options),
    answersPermissions: options.answersQuestions === true,
    canBeAsked: options.clarifyCallback !== undefined || options.answersQuestions === true,
    contextSources: contextSources(options),
    ...(options.prefillMessages === undefined ? {} : { prefill: options.prefillMessages }),
    overrides: options.requestOverrides ?? {},
    looksBack: options.backgroundReview === true,
    saveTrajectories: options.saveTrajectories === true && options.ephemeral !== true,
    ...(options.turnHooks === undefined ? {} : { turnHooks: options.turnHooks }),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
    ...(options.contextEngine === undefined ? {} : { contextEngine: options.contextEngine }),
    ...(options.transport === undefined ? {} : { transport: options.transport }),
  };
}

const silent = {
  out: () => undefined,
  err: () => undefined,
  outIsTty: false,
  inIsTty: false,
  color: false,
  columns: 80,
  readInput: async () => null,
};

function contextOf({ home, cwd, clock, rng }: AgentOptions): CommandContext {
  return {
    env: home === undefined ? process.env : { ...process.env, HERMES_HOME: home, HERMES_PROFILE: undefined },
    cwd: cwd ?? process.cwd(),
    clock: clock ?? systemClock,
    rng: rng ?? systemRng,
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: manifest.version,
  };
}

function runOptions(given: AgentOptions): RunOptions {
  const read = readRunOptions({ flags: {}, positionals: [] });
  if (read.kind !== "options") throw new Error(read.message);
  const { model = null, provider = null, enabledToolsets = null, yolo = false, allow = [], ephemeral = false } = given;
  return {
    ...read.options,
    model,
    provider,
    toolsets: enabledToolsets,
    system: given.systemMessage ?? null,
    appendSystem: given.ephemeralSystemPrompt ?? null,
    source: given.platform ?? "library",
    yolo,
    allow,
    ephemeral,
    checkpoints: given.checkpoints ?? null,
    session: sessionChoice(given),
  };
}

function sessionChoice({ sessionId }: AgentOptions): RunOptions["session"] {
  return sessionId === undefined ? { kind: "new" } : { kind: "resume", reference: sessionId, exact: false };
}

function extensionsOf({ extraTools = [], toolHooks = [], approver }: AgentOptions): ToolExtensions {
  return { tools: extraTools, hooks: toolHooks, ...(approver === undefined ? {} : { approver }) };
}

function contextSources({ prefetch = [], preLlmCall = [] }: AgentOptions): readonly TurnContextSource[] {
  return [
    ...prefetch.map((recall, at): TurnContextSource => {
      return { name: `prefetch ${at + 1}`, kind: "recall", gather: async (question) => recall(question) };
    }),
    ...preLlmCall.map((hook, at): TurnContextSource => {
      const gather = async (question: Parameters<typeof hook>[0]): Promise<string | null> => {
        const said = await hook(question);
        return said === null || typeof said === "string" ? said : said.context;
      };
      return { name: `preLlmCall ${at + 1}`, kind: "note", gather };
    }),
  ];
}

function settingsOf(options: AgentOptions): Tree {
  const { fallbackModel } = options;
  const fallbacks = fallbackModel === undefined ? undefined : [fallbackModel].flat();
  return onlyGiven({
    providers: endpointOf(options),
    agent: onlyGiven({
      max_turns: options.maxIterations,
      run_budget_seconds: options.runBudgetSeconds,
      disabled_toolsets: options.disabledToolsets,
      reasoning_effort: effortOf(options),
    }),
    model: onlyGiven({ max_tokens: options.maxTokens }),
    fallback_providers: fallbacks?.map(fallbackEntry),
  });
}

/** The same settings with another endpoint. A key never follows its provider to a new address. */
export function choiceSettings(options: AgentOptions, choice: ModelChoice): Tree {
  const settings = settingsOf(options);
  const chosen = endpointOf(choice);
  const before = endpointOf(options) ?? {};
  if (chosen === undefined) return settings;
  return { ...settings, providers: choice.baseUrl === undefined ? merge(before, chosen) : { ...before, ...chosen } };
}

/** An endpoint of the caller's own is an entry of `providers`, as if it stood in config.yaml. */
function endpointOf({ provider, baseUrl, apiKey, apiMode }: Partial<ModelChoice>): Tree | undefined {
  const entry = onlyGiven({ base_url: baseUrl, api_key: apiKey, api_mode: apiMode });
  return Object.keys(entry).length === 0 ? undefined : { [provider ?? "custom"]: entry };
}

function fallbackEntry({ provider, model, baseUrl, apiKey, apiMode }: FallbackModel): Tree {
  return { provider, model, ...onlyGiven({ base_url: baseUrl, api_key: apiKey, api_mode: apiMode }) };
}

function effortOf({ reasoningConfig }: AgentOptions): string | undefined {
  if (reasoningConfig === undefined) return undefined;
  return reasoningConfig.enabled === false ? "none" : (reasoningConfig.effort ?? "medium");
}

function onlyGiven(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined));
}
