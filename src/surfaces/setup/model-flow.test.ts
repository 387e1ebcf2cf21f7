import { expect, test } from "vitest";
import type { Answer, Question } from "./flow.ts";
import { modelFlow } from "./model-flow.ts";
import { type ModelResult, type ModelState, newModelState, type OfferedProvider } from "./model-state.ts";

const anthropic: OfferedProvider = {
  id: "anthropic",
  label: "Anthropic",
  keyName: "ANTHROPIC_API_KEY",
  needsKey: true,
  hasKey: false,
  needsAddress: false,
};
const custom: OfferedProvider = {
  id: "custom",
  label: "Custom endpoint",
  keyName: "CUSTOM_API_KEY",
  needsKey: false,
  hasKey: false,
  needsAddress: true,
};
const ollama = {
  provider: "ollama",
  label: "Ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  models: [{ id: "qwen3:8b", window: 32_768, prices: null, note: "" }],
};
const sonnet = { id: "claude-sonnet-5", window: 1_000_000, prices: { input: 2, output: 10 }, note: "" };
const back: Answer = { kind: "back" };
const leave: Answer = { kind: "leave" };

/** A conversation played to its next question, effect or end. */
function play(moves: readonly (string | Answer | ModelResult)[], beginning: Partial<ModelState> = {}) {
  const start = newModelState({ isFirst: true, providers: [anthropic, custom], current: null, envFile: "/home/.env" });
  const state = moves.reduce<ModelState>(
    (now, move) => {
      if (typeof move === "string") return modelFlow.answered(now, { kind: "value", value: move });
      return isAnswer(move) ? modelFlow.answered(now, move) : modelFlow.happened(now, move);
    },
    { ...start, ...beginning },
  );
  return modelFlow.step(state);
}

function isAnswer(move: Answer | ModelResult): move is Answer {
  return move.kind === "back" || move.kind === "leave" || move.kind === "value";
}

function asked(step: ReturnType<typeof play>): Question {
  if (step.kind !== "ask") throw new Error(`expected a question, got ${step.kind}`);
  return step.question;
}

const found: ModelResult = { kind: "found", servers: [ollama] };
const toKey = [found, "provider anthropic"] as const;
const toModel = [...toKey, "sk-new", { kind: "listed", models: [sonnet] }] as const;

test("it begins with a look around, and what runs here comes first", () => {
  expect(play([])).toMatchObject({ kind: "do", effect: { kind: "look" } });
  const question = asked(play([found]));
  if (question.kind !== "choice") throw new Error("expected a list");
  expect(question.options.map(({ label }) => label)).toEqual([
    "qwen3:8b",
    "Anthropic",
    "Custom endpoint",
    "The offline demonstration",
  ]);
  expect(question.current).toBe("server 0 qwen3:8b");
});

test("a model of a server here needs nothing more: it is stored at once", () => {
  expect(play([found, "server 0 qwen3:8b"])).toMatchObject({
    kind: "do",
    effect: {
      kind: "store",
      choice: { model: "qwen3:8b", route: { provider: { id: "ollama" }, baseUrl: ollama.baseUrl, key: null } },
    },
  });
});

test("a provider is asked with the new key for its models, and the one chosen is checked before anything is stored", () => {
  expect(asked(play(toKey))).toMatchObject({ kind: "secret", current: null });
  const listing = play([...toKey, " sk-new\u200B "]);
  expect(listing).toMatchObject({ kind: "do", effect: { kind: "list" } });
  if (listing.kind !== "do" || listing.effect.kind !== "list") throw new Error("expected the list");
  expect(listing.effect.route.key?.reveal()).toBe("sk-new");
  expect(JSON.stringify(listing)).not.toContain("sk-new");
  expect(asked(play(toModel))).toMatchObject({
    kind: "choice",
    options: [{ value: "claude-sonnet-5", detail: "1,000,000 tokens · US$ 2 in, 10 out per million" }],
  });
  expect(play([...toModel, "claude-sonnet-5"])).toMatchObject({ kind: "do", effect: { kind: "check" } });
  const answered: ModelResult = { kind: "answered" };
  expect(play([...toModel, "claude-sonnet-5", answered])).toMatchObject({ kind: "do", effect: { kind: "store" } });
  expect(play([...toModel, "claude-sonnet-5", answered, { kind: "stored" }])).toEqual({
    kind: "end",
    end: { kind: "stored", provider: "anthropic", model: "claude-sonnet-5" },
  });
});

test("a refused key is dropped and asked for again, in the provider's own words", () => {
  const refused: ModelResult = { kind: "refused", message: "HTTP 401: invalid x-api-key", isKey: true };
  const question = asked(play([...toModel, "claude-sonnet-5", refused]));
  expect(question).toMatchObject({ kind: "secret", current: null });
  expect(question.notes).toContain("HTTP 401: invalid x-api-key");
  expect(asked(play([...toModel, "claude-sonnet-5", refused, ""]))).toMatchObject({ kind: "secret" }); // not offered again
});

test("where the provider cannot be reached the person decides", () => {
  const silent: ModelResult = { kind: "refused", message: "Cannot find api.anthropic.com", isKey: false };
  const failed = [...toModel, "claude-sonnet-5", silent] as const;
  expect(asked(play(failed)).notes).toEqual(["Cannot find api.anthropic.com"]);
  expect(play([...failed, "again"])).toMatchObject({ effect: { kind: "check" } });
  expect(play([...failed, "keep"])).toMatchObject({ effect: { kind: "store" } });
  expect(asked(play([...failed, "model"]))).toMatchObject({ title: "Which model of Anthropic?" });
  expect(asked(play([...failed, "provider"]))).toMatchObject({ title: "Welcome to Hermes. Which model shall it use?" });
});

test("a key that is there is kept by Enter alone, and needed where there is none", () => {
  const there = { ...anthropic, hasKey: true };
  expect(asked(play(toKey, { providers: [there] }))).toMatchObject({ current: "the key in ANTHROPIC_API_KEY" });
  expect(play([...toKey, ""], { providers: [there] })).toMatchObject({
    effect: { kind: "list", route: { key: null } },
  });
  expect(asked(play([...toKey, ""])).notes).toContain("Anthropic does not answer without a key.");
});

test("an endpoint of one's own: an address that is one, a key or none, and a name where it has no list", () => {
  const toAddress = [found, "provider custom"] as const;
  expect(asked(play(toAddress))).toMatchObject({ kind: "text" });
  for (const bad of ["", "localhost", "ftp://x", "https://user:key@host/v1"]) {
    expect(asked(play([...toAddress, bad])).notes).toHaveLength(1);
  }
  const toName = [...toAddress, "http://gpu:8000/v1/", "", { kind: "listed", models: [] }] as const;
  expect(asked(play(toName))).toMatchObject({ kind: "text", title: "Name of the model at Custom endpoint" });
  expect(play([...toName, "my-model"])).toMatchObject({
    effect: { kind: "check", choice: { model: "my-model", route: { baseUrl: "http://gpu:8000/v1", key: null } } },
  });
});

test("the demonstration is not stored on a first start, and is where it was chosen on purpose", () => {
  expect(play([found, "demo"])).toEqual({ kind: "end", end: { kind: "demo" } });
  expect(play([found, "demo"], { isFirst: false })).toMatchObject({
    effect: { kind: "store", choice: { model: "demo" } },
  });
});

test("back goes to the first question and from there out; leaving ends it wherever it stands, with nothing stored", () => {
  const left = { kind: "end", end: { kind: "left" } };
  expect(play([found, back])).toEqual(left);
  expect(asked(play([...toModel, back]))).toMatchObject({ title: "Welcome to Hermes. Which model shall it use?" });
  for (const moves of [[], [found], toKey, toModel, [...toModel, "claude-sonnet-5"]]) {
    expect(play([...moves, leave])).toEqual(left);
  }
});

test("the current model is marked, and Enter keeps it", () => {
  const current = { provider: "anthropic", model: "claude-sonnet-5" };
  const opus = { ...sonnet, id: "claude-opus-5" };
  const providers = [{ ...anthropic, hasKey: true }];
  const start = { current, isFirst: false, providers };
  expect(asked(play([found], start))).toMatchObject({ current: "provider anthropic" });
  const question = asked(play([...toKey, "", { kind: "listed", models: [opus, sonnet] }], start));
  expect(question).toMatchObject({ current: "claude-sonnet-5" });
  if (question.kind !== "choice") throw new Error("expected a list");
  expect(question.options.map(({ detail }) => detail.startsWith("current"))).toEqual([false, true]);
});

test("what could not be written is said", () => {
  const unstored: ModelResult = { kind: "unstored", message: "config.yaml is broken" };
  expect(play([found, "server 0 qwen3:8b", unstored])).toEqual({
    kind: "end",
    end: { kind: "failed", message: "config.yaml is broken" },
  });
});
