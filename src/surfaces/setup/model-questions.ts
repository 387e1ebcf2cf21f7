import { setupPhrases as say } from "../../text/phrases/setup.ts";
import type { Option, Question } from "./flow.ts";
import type { Choice, ModelState, OfferedModel, OfferedProvider, Route } from "./model-state.ts";

type Leads =
  | { readonly kind: "demo"; readonly route: Route; readonly model: string | null }
  | { readonly kind: "route"; readonly route: Route; readonly model: string | null };

type RouteOption = { readonly option: Option; readonly leads: Leads };

/** Models of servers on this machine first: they need nothing. Then providers, those with a key first. */
export function routeOptions({ servers, providers, isFirst }: ModelState): readonly RouteOption[] {
  const local = servers.flatMap(({ provider, label, baseUrl, models }, at) => {
    const route = { provider: keyless(provider, label), baseUrl, key: null };
    return models.map((model): RouteOption => ({
      option: { value: `server ${at} ${model.id}`, label: model.id, detail: say.served(label, factsOf(model)) },
      leads: { kind: "route", route, model: model.id },
    }));
  });
  const remote = [...providers]
    .toSorted((one, other) => Number(other.hasKey) - Number(one.hasKey))
    .map((provider): RouteOption => ({
      option: { value: `provider ${provider.id}`, label: provider.label, detail: providerDetail(provider) },
      leads: { kind: "route", route: { provider, baseUrl: null, key: null }, model: null },
    }));
  const demo: RouteOption = {
    option: { value: "demo", label: say.demo, detail: isFirst ? say.demoDetail : say.demoKept },
    leads: { kind: "demo", route: { provider: keyless("demo", say.demo), baseUrl: null, key: null }, model: "demo" },
  };
  return [...local, ...remote, demo];
}

export function routeQuestion(state: ModelState): Question {
  const { isFirst, servers, current, complaint } = state;
  const found = servers.map(({ label, models }) => say.found(label, models.length));
  const now = current === null ? [] : [say.now(current.provider, current.model)];
  const options = routeOptions(state);
  const mine = options.find(({ leads }) => isCurrent(leads, state))?.option.value;
  return {
    kind: "choice",
    title: isFirst ? say.welcome : say.whichProvider,
    notes: [...said(complaint), ...now, ...(found.length === 0 && isFirst ? [say.noneFound] : found)],
    options: options.map(({ option, leads }) => (isCurrent(leads, state) ? marked(option) : option)),
    current: mine ?? options[0]?.option.value ?? null,
    isOpen: false,
  };
}

function isCurrent({ route, model }: Leads, { current }: ModelState): boolean {
  return current?.provider === route.provider.id && (model === null || model === current.model);
}

export function keyQuestion({ complaint, envFile }: ModelState, { provider }: Route): Question {
  const { label, keyName, needsKey, hasKey } = provider;
  const kept = hasKey ? say.keyThere(keyName ?? "") : null;
  const without = needsKey ? [] : [say.keyOptional];
  return {
    kind: "secret",
    title: say.key(label),
    notes: [...said(complaint), say.keyGoesTo(envFile), ...without],
    current: kept,
  };
}

export function modelQuestion({ models, current, complaint }: ModelState, { provider }: Route): Question {
  const now = current?.provider === provider.id ? current.model : null;
  const options = models.map((model) => {
    const option = { value: model.id, label: model.id, detail: factsOf(model).join(" · ") };
    return model.id === now ? marked(option) : option;
  });
  if (options.length === 0)
    return { kind: "text", title: say.modelName(provider.label), notes: said(complaint), current: now };
  return {
    kind: "choice",
    title: say.whichModel(provider.label),
    notes: [...said(complaint), say.anyName],
    options,
    current: now ?? options[0]?.value ?? null,
    isOpen: true,
  };
}

export function failedQuestion({ complaint }: ModelState, { route, model }: Choice): Question {
  return {
    kind: "choice",
    title: say.checkFailed(route.provider.label, model),
    notes: said(complaint),
    options: [
      { value: "again", label: say.tryAgain, detail: "" },
      { value: "model", label: say.otherModel, detail: "" },
      { value: "provider", label: say.otherProvider, detail: "" },
      { value: "keep", label: say.keepAnyway, detail: "" },
    ],
    current: "again",
    isOpen: false,
  };
}

function factsOf({ window, prices, note }: OfferedModel): readonly string[] {
  return [
    ...(window === null ? [] : [say.window(window)]),
    ...(prices === null ? [] : [say.prices(prices.input, prices.output)]),
    ...(note === "" ? [] : [note]),
  ];
}

function providerDetail({ hasKey, keyName, needsAddress }: OfferedProvider): string {
  if (hasKey && keyName !== null) return say.keyThere(keyName);
  if (needsAddress) return say.anyEndpoint;
  return keyName === null ? "" : say.withKey;
}

function keyless(id: string, label: string): OfferedProvider {
  return { id, label, keyName: null, needsKey: false, hasKey: false, needsAddress: false };
}

function marked(option: Option): Option {
  return { ...option, detail: [say.current, option.detail].filter((part) => part !== "").join(" · ") };
}

function said(complaint: string | null): readonly string[] {
  return complaint === null ? [] : [complaint];
}
