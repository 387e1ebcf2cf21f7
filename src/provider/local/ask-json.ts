import { type HttpTransport, TransportError } from "../../domain/http.ts";
import { boundedBody } from "../client/bounded-body.ts";

/** What a server answers at a path, read as JSON; null: nothing that could be read. A body makes it a POST. */
export type AskJson = (path: string, body?: object) => Promise<unknown>;

type Place = {
  readonly transport: HttpTransport;
  /** Without the `/v1`. */
  readonly root: string;
  readonly headers: Readonly<Record<string, string>>;
};

const longestBytes = 4_000_000;
const connectTimeoutMs = 1_000;

/** Questions to one server. Silence, refusals and nonsense are all the same answer: it does not know. */
export function askJson({ transport, root, headers }: Place, signal: AbortSignal): AskJson {
  return async (path, body) => {
    try {
      const request = {
        method: body === undefined ? ("GET" as const) : ("POST" as const),
        url: `${root}${path}`,
        headers: { accept: "application/json", "content-type": "application/json", ...headers },
        body: body === undefined ? "" : JSON.stringify(body),
        connectTimeoutMs,
      };
      const response = await transport(request, signal);
      const { text, ending } = await boundedBody(response.body, longestBytes, signal);
      const answer: unknown = response.status === 200 && ending === "whole" ? JSON.parse(text) : null;
      return answer;
    } catch (error) {
      if (error instanceof TransportError || error instanceof SyntaxError || signal.aborted) return null;
      throw error;
    }
  };
}

/** The address below which a server keeps more than the models' own interface. */
export function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
}
