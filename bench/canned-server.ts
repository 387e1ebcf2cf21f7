import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A model endpoint that costs nothing: it calls the same tool `steps` times, then answers. It notes when requests come. */
export type CannedServer = AsyncDisposable & {
  readonly url: string;
  /** Arrival of each request since the last `expect`, on the performance clock. */
  readonly arrivals: readonly number[];
  /** The body of the latest request. */
  readonly lastBody: () => string;
  readonly expect: (steps: number) => void;
};

export async function startCannedServer(): Promise<CannedServer> {
  const arrivals: number[] = [];
  let steps = 0;
  let chunks: Buffer[] = [];
  const server = createServer((request, response) => {
    if (!asksModel(request.url ?? "")) return void response.writeHead(404).end(); // who are you, how large a window?
    arrivals.push(performance.now());
    const turn = arrivals.length;
    chunks = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)); // kept as it came: joining it would cost the step
    request.on("end", () => answer(response, request.url ?? "", turn <= steps ? callFrames(turn) : textFrames));
  });
  await listening(server);
  const { port } = addressOf(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    arrivals,
    lastBody: () => Buffer.concat(chunks).toString("utf8"),
    expect: (count) => {
      steps = count;
      arrivals.length = 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function asksModel(url: string): boolean {
  return ["/chat/completions", "/messages", "/responses"].some((path) => url.endsWith(path));
}

/** The other two formats are only asked for one answer; the recorded streams of the tests will do. */
const recorded: readonly (readonly [path: string, frames: string])[] = [
  ["/messages", recordedFrames("anthropic-text")],
  ["/responses", recordedFrames("responses-text")],
];

function answer(response: ServerResponse, url: string, chatFrames: string): void {
  const other = recorded.find(([path]) => url.endsWith(path));
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(other?.[1] ?? chatFrames);
}

function recordedFrames(name: string): string {
  return readFileSync(new URL(`../tests/fixtures/wire/${name}.sse`, import.meta.url), "utf8");
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const textFrames = frames(
  [{ delta: { role: "assistant", content: "Hello" } }, { delta: { content: " there." } }],
  "stop",
);

function callFrames(turn: number): string {
  const call = { index: 0, id: `call_${turn}`, type: "function", function: { name: "read_file", arguments: "" } };
  const fragment = { index: 0, function: { arguments: JSON.stringify({ path: "note.txt", limit: 10 + turn }) } };
  return frames(
    [{ delta: { role: "assistant", tool_calls: [call] } }, { delta: { tool_calls: [fragment] } }],
    "tool_calls",
  );
}

function frames(deltas: readonly { readonly delta: object }[], finish: string): string {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "bench" };
  const chunks = [
    ...deltas.map(({ delta }) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...head, choices: [], usage },
  ];
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`;
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the bench server has no port");
  return address;
}
