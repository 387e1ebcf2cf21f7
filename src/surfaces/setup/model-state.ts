import type { Secret } from "../../domain/secret.ts";

export type OfferedProvider = {
  readonly id: string;
  readonly label: string;
  /** The variable a key is kept in; null: it takes none. */
  readonly keyName: string | null;
  readonly needsKey: boolean;
  readonly hasKey: boolean;
  /** Its address has to be given. */
  readonly needsAddress: boolean;
};

export type OfferedModel = {
  readonly id: string;
  readonly window: number | null;
  /** US dollars per million tokens. */
  readonly prices: { readonly input: number; readonly output: number } | null;
  readonly note: string;
};

type FoundServer = {
  readonly provider: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly OfferedModel[];
};

/** Where a model is, and with which key it is asked; null: the one that is there. */
export type Route = {
  readonly provider: OfferedProvider;
  readonly baseUrl: string | null;
  readonly key: Secret | null;
};

export type Choice = { readonly route: Route; readonly model: string };

type Stage = "look" | "route" | "address" | "key" | "list" | "model" | "check" | "failed" | "store" | "over";

export type ModelState = {
  readonly stage: Stage;
  /** The very first start: the demonstration is offered and nothing of it is kept. */
  readonly isFirst: boolean;
  readonly providers: readonly OfferedProvider[];
  readonly current: { readonly provider: string; readonly model: string } | null;
  readonly envFile: string;
  readonly servers: readonly FoundServer[];
  readonly route: Route | null;
  readonly models: readonly OfferedModel[];
  readonly model: string;
  /** What has to be said before the next question. */
  readonly complaint: string | null;
  readonly end: ModelEnd;
};

export type ModelEffect =
  | { readonly kind: "look" }
  | { readonly kind: "list"; readonly route: Route }
  | { readonly kind: "check"; readonly choice: Choice }
  | { readonly kind: "store"; readonly choice: Choice };

export type ModelResult =
  | { readonly kind: "found"; readonly servers: readonly FoundServer[] }
  | { readonly kind: "listed"; readonly models: readonly OfferedModel[] }
  | { readonly kind: "answered" }
  | { readonly kind: "refused"; readonly message: string; readonly isKey: boolean }
  | { readonly kind: "stored" }
  | { readonly kind: "unstored"; readonly message: string };

export type ModelEnd =
  | { readonly kind: "left" }
  | { readonly kind: "demo" }
  | { readonly kind: "stored"; readonly provider: string; readonly model: string }
  | { readonly kind: "failed"; readonly message: string };

type Beginning = Pick<ModelState, "isFirst" | "providers" | "current" | "envFile">;

export function newModelState(beginning: Beginning): ModelState {
  return {
    ...beginning,
    stage: "look",
    servers: [],
    route: null,
    models: [],
    model: "",
    complaint: null,
    end: { kind: "left" },
  };
}
