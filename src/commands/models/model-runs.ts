import type { Runtime } from "../../domain/runtime.ts";
import { modelsPhrases as say } from "../../text/phrases/models.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";

export type KnownModel = {
  readonly kind: "known";
  readonly runtime: Pick<
    Runtime,
    "provider" | "model" | "contextLength" | "maxOutput" | "prices" | "minCacheable" | "guessedWindow"
  >;
  /** The day the prices are from; null: the person's own. */
  readonly asOf: string | null;
  readonly isOld: boolean;
  /** How far real token counts lie from our estimate. */
  readonly factor: number;
};

type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

export type Refreshed =
  | { readonly kind: "refreshed"; readonly models: number; readonly providers: number; readonly address: string }
  | { readonly kind: "unchanged" }
  | { readonly kind: "failed"; readonly address: string; readonly why: string };

export type ModelsWorld = {
  readonly look: (call: CommandCall, model: string | null) => Promise<KnownModel | Refusal>;
  readonly refresh: (call: CommandCall) => Promise<Refreshed | Refusal>;
};

export type ModelRuns = Readonly<Record<"show" | "refresh", CommandRun>>;

export function modelRuns({ look, refresh }: ModelsWorld): ModelRuns {
  return {
    show: async (call) => {
      const known = await look(call, call.positionals[0] ?? null);
      if (known.kind === "refused") return fail(call, known.message, known.exitCode);
      call.terminal.out(isGiven(call.flags, "json") ? asJson(known) : asText(known));
      return 0;
    },
    refresh: async (call) => {
      const done = await refresh(call);
      switch (done.kind) {
        case "refused":
          return fail(call, done.message, done.exitCode);
        case "failed":
          return fail(call, say.failed(done.address, done.why), 1);
        case "unchanged":
          call.terminal.out(`${say.unchanged}\n`);
          return 0;
        case "refreshed":
          call.terminal.out(`${say.refreshed(done.models, done.providers, done.address)}\n`);
          return 0;
      }
    },
  };
}

function asText({ runtime, asOf, isOld, factor }: KnownModel): string {
  const { prices, minCacheable = 0 } = runtime;
  const lines = [
    `${runtime.provider}/${runtime.model}`,
    say.window(runtime.contextLength),
    ...(runtime.guessedWindow === true ? [say.guessed] : []),
    say.output(runtime.maxOutput),
    say.cached(minCacheable),
    prices === undefined
      ? say.noPrices
      : say.prices(prices.input, prices.output, prices.cache_read, prices.cache_write),
    ...(prices === undefined || asOf === null ? [] : [say.asOf(asOf, isOld)]),
    ...(factor === 1 ? [] : [say.learned(factor)]),
  ];
  return `${lines.join("\n")}\n`;
}

function asJson({ runtime, asOf, factor }: KnownModel): string {
  const { provider, model, contextLength, maxOutput, prices = null, minCacheable = null } = runtime;
  const all = { provider, model, context_length: contextLength, max_output: maxOutput, min_cacheable: minCacheable };
  const facts = { ...all, prices, prices_as_of: prices === null ? null : asOf, token_factor: factor };
  return `${JSON.stringify(facts, null, 2)}\n`;
}
