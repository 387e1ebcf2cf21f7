import { isRecord } from "../text/is-record.ts";
import { profileOf, unknownProfile } from "./model-profiles.ts";
import type { ModelProfile } from "./model-profiles.ts";
import { readBody } from "./read-body.ts";
import type { Refusal } from "./refusal.ts";
import type { Scenario } from "./scenario.ts";
import type { SimulatorRequest } from "./wire.ts";
import type { WireFormat } from "./wire-format.ts";

export type Admission =
  | { readonly kind: "refused"; readonly refusal: Refusal; readonly body: unknown }
  | { readonly kind: "admitted"; readonly body: unknown; readonly profile: ModelProfile };

/** What is looked at before a request is read: key, headers, JSON, model. */
export function admit(format: WireFormat, request: SimulatorRequest, scenario: Scenario): Admission {
  const gate = keyProblem(format, request, scenario.api_key) ?? format.headerProblem(request.headers);
  if (gate !== null) return { kind: "refused", refusal: gate, body: null };
  const parsed = readBody(request.body);
  if (parsed.kind === "refused") return { ...parsed, body: null };
  const body = parsed.value;
  const model = modelIn(body);
  const profile = model === null ? unknownProfile("") : servedProfile(model, scenario);
  if (profile === null) return { kind: "refused", refusal: format.unknownModel(model ?? ""), body };
  return { kind: "admitted", body, profile };
}

function keyProblem(format: WireFormat, { headers }: SimulatorRequest, key: string | null): Refusal | null {
  const presented = format.credential(headers);
  return key === null || presented === key ? null : format.unauthorized(presented);
}

/** Null when the body names no model: then its schema is what is wrong. */
function modelIn(body: unknown): string | null {
  const model = isRecord(body) ? body["model"] : null;
  return typeof model === "string" && model !== "" ? model : null;
}

function servedProfile(model: string, { models, context_window: window }: Scenario): ModelProfile | null {
  if (models !== undefined && !models.includes(model)) return null;
  const profile = profileOf(model) ?? (models === undefined ? null : unknownProfile(model));
  return profile === null || window === undefined ? profile : { ...profile, contextWindow: window };
}
