import { cleanCredential } from "../../config/env-file.ts";
import { Secret } from "../../domain/secret.ts";
import { setupPhrases as say } from "../../text/phrases/setup.ts";
import type { Answer, Flow, Step } from "./flow.ts";
import { failedQuestion, keyQuestion, modelQuestion, routeOptions, routeQuestion } from "./model-questions.ts";
import type { ModelEffect, ModelEnd, ModelResult, ModelState, Route } from "./model-state.ts";

/** From a look around to a model that answers and is written down. */
export const modelFlow: Flow<ModelState, ModelEffect, ModelResult, ModelEnd> = { step, answered, happened };

function step(state: ModelState): Step<ModelEffect, ModelEnd> {
  const { stage, route, end } = state;
  if (stage === "over") return { kind: "end", end };
  if (stage === "look") return { kind: "do", effect: { kind: "look" }, waiting: say.looking };
  if (stage === "route" || route === null) return { kind: "ask", question: routeQuestion(state) };
  const choice = { route, model: state.model };
  const who = route.provider.label;
  switch (stage) {
    case "address":
      return { kind: "ask", question: { kind: "text", title: say.address, notes: notesOf(state), current: null } };
    case "key":
      return { kind: "ask", question: keyQuestion(state, route) };
    case "list":
      return { kind: "do", effect: { kind: "list", route }, waiting: say.listing(who) };
    case "model":
      return { kind: "ask", question: modelQuestion(state, route) };
    case "check":
      return { kind: "do", effect: { kind: "check", choice }, waiting: say.checking(who, state.model) };
    case "failed":
      return { kind: "ask", question: failedQuestion(state, choice) };
    case "store":
      return { kind: "do", effect: { kind: "store", choice }, waiting: say.storing };
  }
}

function answered(state: ModelState, answer: Answer): ModelState {
  const { stage, route } = state;
  const quiet = { ...state, complaint: null };
  if (answer.kind !== "value") {
    const isOut = answer.kind === "leave" || stage === "route";
    return isOut ? over(state, { kind: "left" }) : { ...quiet, stage: "route" };
  }
  if (stage === "route" || route === null) return routeChosen(quiet, answer.value);
  const value = answer.value.trim();
  switch (stage) {
    case "address":
      return addressGiven(quiet, route, value);
    case "key":
      return keyGiven(quiet, route, value);
    case "model":
      return value === "" ? quiet : { ...quiet, model: value, stage: wantsCheck(route) ? "check" : "store" };
    case "failed":
      return afterFailure(quiet, value);
    default:
      return quiet;
  }
}

function happened(state: ModelState, result: ModelResult): ModelState {
  switch (result.kind) {
    case "found":
      return { ...state, stage: "route", servers: result.servers };
    case "listed":
      return { ...state, stage: "model", models: result.models };
    case "answered":
      return { ...state, stage: "store" };
    case "refused":
      return refused(state, result);
    case "stored":
      return over(state, { kind: "stored", provider: state.route?.provider.id ?? "", model: state.model });
    case "unstored":
      return over(state, { kind: "failed", message: result.message });
  }
}

function routeChosen(state: ModelState, value: string): ModelState {
  const leads = routeOptions(state).find(({ option }) => option.value === value)?.leads;
  if (leads === undefined) return state;
  if (leads.kind === "demo" && state.isFirst) return over(state, { kind: "demo" });
  const { route, model } = leads;
  const { provider } = route;
  if (model !== null) return { ...state, route, model, stage: "store" };
  return { ...state, route, models: [], stage: provider.needsAddress ? "address" : afterAddress(route) };
}

function afterAddress({ provider }: Route): ModelState["stage"] {
  return provider.keyName === null ? "list" : "key";
}

function addressGiven(state: ModelState, route: Route, value: string): ModelState {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "")
    return { ...state, complaint: say.badAddress };
  const placed = { ...route, baseUrl: value.replace(/\/+$/, "") };
  return { ...state, route: placed, stage: afterAddress(placed) };
}

/** Enter alone keeps the key that is there, or means none where none is needed. */
function keyGiven(state: ModelState, route: Route, value: string): ModelState {
  const { needsKey, hasKey, label } = route.provider;
  if (value === "" && needsKey && !hasKey) return { ...state, complaint: say.keyNeeded(label) };
  const key = cleanCredential(value); // as it will be stored
  return { ...state, route: { ...route, key: key === "" ? null : new Secret(key) }, stage: "list" };
}

/** A server of one's own may take minutes to load a model: its first answer is check enough. */
function wantsCheck({ provider }: Route): boolean {
  return provider.needsKey || provider.needsAddress;
}

/** A key that was refused is dropped: it is neither stored nor offered again. */
function refused(state: ModelState, { message, isKey }: Extract<ModelResult, { kind: "refused" }>): ModelState {
  const { route } = state;
  if (!isKey || route === null || route.provider.keyName === null)
    return { ...state, stage: "failed", complaint: message };
  const provider = { ...route.provider, hasKey: false };
  return { ...state, stage: "key", route: { ...route, provider, key: null }, complaint: message };
}

function afterFailure(state: ModelState, value: string): ModelState {
  switch (value) {
    case "again":
      return { ...state, stage: "check" };
    case "model":
      return { ...state, stage: state.models.length === 0 ? "list" : "model" };
    case "keep":
      return { ...state, stage: "store" };
    default:
      return { ...state, stage: "route" };
  }
}

function over(state: ModelState, end: ModelEnd): ModelState {
  return { ...state, stage: "over", end };
}

function notesOf({ complaint }: ModelState): readonly string[] {
  return complaint === null ? [] : [complaint];
}
