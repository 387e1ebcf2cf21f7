export const modelsPhrases = {
  window: (tokens: number) => `context window   ${tokens.toLocaleString("en")} tokens`,
  guessed: "                 (a guess: nobody knows this model; set providers.<id>.models.<model>.context_length)",
  output: (tokens: number | null) =>
    `most output      ${tokens === null ? "not known" : `${tokens.toLocaleString("en")} tokens`}`,
  cached: (tokens: number) => `cached from      ${tokens.toLocaleString("en")} tokens`,
  prices: (input: number, output: number, read: number, write: number) =>
    `US$ per million  ${input} in, ${output} out, ${read} cache read, ${write} cache write`,
  noPrices: "US$ per million  not known; set providers.<id>.models.<model>.prices",
  asOf: (day: string, isOld: boolean) =>
    `prices as of     ${day}${isOld ? ", older than 90 days: hermes models refresh" : ""}`,
  learned: (factor: number) => `tokens           ${factor.toFixed(2)} times our estimate, as measured here`,
  refreshed: (models: number, providers: number, address: string) =>
    `${models} models of ${providers} providers are known now (from ${address}).`,
  unchanged: "Nothing has changed since the last time.",
  failed: (address: string, why: string) => `${address} could not be read: ${why}. What was known stays.`,
  noList: "it is not a list of models",
} as const;
