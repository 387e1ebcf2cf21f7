import type { AgentOptions } from "../../src/app/library.ts";
import { anthropicEndpoint, anthropicItself, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";
import type { Dice } from "./dice.ts";

/** Shaped like real keys, so that whatever hides keys has to hide these. */
export const secretKey = "sk-chaos-9Qz7Lm3Xw5Rt8Vb2Nc6K";
const secondKey = "sk-chaos-4Hd1Ps6Yk2Ju9Ge5Tf8M";
const backupKey = "sk-chaos-7Wr3Bn8Cx1Zq6Lv4Ka2D";

export function holdsKey(text: string): boolean {
  return [secretKey, secondKey, backupKey].some((key) => text.includes(key));
}

/** What a run is like: where it talks to, how long, and how likely each kind of trouble is. */
export type Mood = {
  readonly endpoint: AgentOptions;
  /** The text of config.yaml: a second key, another provider to fall back to. */
  readonly config: string;
  readonly turns: number;
  readonly maxSteps: number;
  readonly thinks: boolean;
  /** Per reply of the model. */
  readonly oddReplies: number;
  /** Per request. */
  readonly wireFaults: number;
  /** Per statement. */
  readonly storeFaults: number;
  /** Per moment: a request, a piece of an answer, a statement, the start or the end of a tool. */
  readonly kills: number;
  readonly stops: number;
  readonly steers: number;
};

export function moodOf(dice: Dice): Mood {
  const some = (often: number, likely: number): number => (dice.chance(often) ? likely * (0.5 + dice.next()) : 0);
  const endpoint = dice.pick<Endpoint>([chatEndpoint, anthropicEndpoint, anthropicItself, responsesEndpoint]);
  return {
    endpoint: { ...endpoint, apiKey: secretKey },
    config: JSON.stringify(configOf(dice, endpoint)),
    turns: dice.int(1, 4),
    maxSteps: dice.pick([3, 8, 8, 12]),
    thinks: dice.chance(0.4),
    oddReplies: some(0.65, dice.pick([0.2, 0.2, 0.6])),
    wireFaults: some(0.65, dice.pick([0.2, 0.2, 0.5])),
    storeFaults: some(0.35, 0.02),
    kills: some(0.4, 0.015),
    stops: some(0.3, 0.008),
    steers: some(0.3, 0.02),
  };
}

type Endpoint = AgentOptions & Required<Pick<AgentOptions, "provider" | "model" | "apiMode">>;

/** JSON is YAML too. */
function configOf(dice: Dice, { provider }: Endpoint): object {
  const other = dice.pick<Endpoint & { readonly baseUrl: string }>([
    chatEndpoint,
    anthropicEndpoint,
    responsesEndpoint,
  ]);
  const backup = { base_url: other.baseUrl, api_key: backupKey, api_mode: other.apiMode };
  return {
    logging: { level: "DEBUG" },
    providers: { backup, ...(dice.chance(0.3) ? { [provider]: { api_keys: [secondKey] } } : {}) },
    ...(dice.chance(0.3) ? { fallback_providers: [{ provider: "backup", model: other.model }] } : {}),
  };
}
