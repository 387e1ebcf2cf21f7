import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import type { AddressInfo } from "node:net";

type HonchoRequest = { readonly method: string; readonly path: string; readonly body: unknown };

/** What the server says; a test changes it between calls. */
export type HonchoAnswers = {
  status: number;
  representation: string;
  card: string[];
  chat: string;
  summary: string;
};

/** A local stand-in for Honcho's HTTP API, version 3: it knows the routes we use and keeps what it was sent. */
export async function fakeHoncho(changes: Partial<HonchoAnswers> = {}) {
  const answers: HonchoAnswers = {
    status: 200,
    representation: "Drinks tea.",
    card: ["Name: Ada"],
    chat: "",
    summary: "They talked about tea.",
    ...changes,
  };
  const requests: HonchoRequest[] = [];
  const keys = new Set<string>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readText(request);
    const path = (request.url ?? "").replace(/^\/v3\/workspaces\/?/, "");
    const body: unknown = raw === "" ? null : JSON.parse(raw);
    requests.push({ method: request.method ?? "", path, body });
    keys.add(request.headers.authorization ?? "");
    response.writeHead(answers.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answers.status === 200 ? answerTo(path, body, answers) : { detail: "no" }));
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    requests,
    keys,
    sent: (ending: string) =>
      requests.filter(({ path }) => path.split("?")[0]?.endsWith(ending)).map(({ body }) => body),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const created_at = "2026-03-30T00:00:00Z";
const about = { metadata: {}, configuration: {}, created_at };

function answerTo(path: string, body: unknown, answers: HonchoAnswers): unknown {
  const [, kind = "", id = "", verb = ""] = path.split("?")[0]?.split("/") ?? [];
  if (kind === "") return { id: "hermes", ...about };
  if (kind === "conclusions") return conclusions(id);
  if (verb === "") return { id: idIn(body), workspace_id: "hermes", is_active: true, ...about };
  return answersOf(id, answers)[verb] ?? {};
}

function answersOf(id: string, answers: HonchoAnswers): Readonly<Record<string, unknown>> {
  const { representation, card, chat } = answers;
  return {
    summaries: { id, short_summary: null, long_summary: summary(answers.summary) },
    context: { peer_id: id, target_id: id, representation, peer_card: card },
    chat: { content: chat },
    card: { peer_card: card },
    search: [message("I like tea"), message("no sugar")],
    messages: [],
  };
}

function conclusions(verb: string): unknown {
  const row = {
    id: "c1",
    content: "likes tea",
    observer_id: "hermes",
    observed_id: "user",
    session_id: null,
    level: "explicit",
    created_at,
  };
  return verb === "list" ? { items: [row], page: 1, size: 50, total: 1, pages: 1 } : [row];
}

function message(content: string) {
  return {
    id: "m",
    content,
    peer_id: "user",
    session_id: "s",
    workspace_id: "hermes",
    metadata: {},
    created_at,
    token_count: 3,
  };
}

function summary(content: string) {
  return { content, message_id: "m", summary_type: "long", created_at, token_count: 5 };
}

function idIn(body: unknown): string {
  return body !== null && typeof body === "object" && "id" in body ? String(body.id) : "";
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}
