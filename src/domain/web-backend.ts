import type { Secret } from "./secret.ts";

/** A service that searches the web, and may read pages too. Plugins bring more of them. */
export type WebBackend = {
  readonly name: string;
  /** Variables it cannot work without; where one is missing the backend counts as not configured. */
  readonly requiresEnv: readonly string[];
  readonly search: (query: WebQuery, access: WebAccess) => Promise<WebAnswer<readonly WebHit[]>>;
  readonly extract?: (url: string, access: WebAccess) => Promise<WebAnswer<WebPage>>;
};

type WebQuery = { readonly text: string; readonly limit: number };
export type WebHit = { readonly title: string; readonly url: string; readonly description: string };
export type WebPage = { readonly title: string; readonly text: string };

/** Trouble is an answer: one line for the model, without secrets. */
export type WebAnswer<T> =
  | { readonly kind: "found"; readonly value: T }
  | { readonly kind: "failed"; readonly message: string };

/** All a backend has of this program. */
export type WebAccess = {
  /** One of its own variables. */
  readonly variable: (name: string) => Secret | null;
  /** To the service itself, wherever it stands; its redirects lead to public addresses only. */
  readonly request: (request: WebRequest) => Promise<WebAnswer<WebResponse>>;
  readonly signal: AbortSignal;
};

export type WebRequest = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST as JSON; without it the request is a GET. */
  readonly json?: Readonly<Record<string, unknown>>;
};

type WebResponse = { readonly status: number; readonly text: string };

/** A page of the web as text, under the same rules as the tool that extracts pages. */
export type ReadPage = (url: string, signal: AbortSignal) => Promise<WebAnswer<WebPage>>;
