import { timingSafeEqual } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { z } from "zod";

export type RpcAnswer = { readonly result: string } | { readonly problem: string };

type RpcServer = { readonly close: () => Promise<void> };

const Request = z.object({ id: z.int(), method: z.string(), params: z.record(z.string(), z.unknown()) });
type Request = z.infer<typeof Request>;
const Hello = z.object({ token: z.string() });

const longestLine = 32 * 1024 * 1024; // characters; a whole file may stand in one

/** JSON-RPC on a Unix socket, a line a message. Whoever knows the token first is the one client there is. */
export async function serveTools(
  path: string,
  token: string,
  answer: (method: string, params: Request["params"]) => Promise<RpcAnswer>,
): Promise<RpcServer> {
  const guests = new Set<Socket>();
  let client: Socket | null = null;
  const admit = (socket: Socket, { method, params }: Request): boolean => {
    if (client === socket) return true;
    const hello = Hello.safeParse(params);
    if (client !== null || method !== "hello" || !hello.success || !same(hello.data.token, token)) return false;
    client = socket;
    return true;
  };
  const server = createServer((socket) => {
    guests.add(socket);
    socket.on("close", () => guests.delete(socket));
    socket.on("error", () => socket.destroy()); // it went away in the middle of something
    listen(socket, async (request) => {
      if (!admit(socket, request)) return null;
      return request.method === "hello" ? { result: "" } : answer(request.method, request.params);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return {
    close: async () => {
      for (const socket of guests) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One request after the other, in their order. Null: this is nobody we talk to. */
function listen(socket: Socket, answer: (request: Request) => Promise<RpcAnswer | null>): void {
  let rest = "";
  let queue = Promise.resolve();
  const take = async (line: string): Promise<void> => {
    const request = read(line);
    const said = request === null || socket.destroyed ? null : await answer(request);
    if (request === null || said === null) return void socket.destroy();
    const body = "result" in said ? said : { error: { code: -32_000, message: said.problem } };
    if (socket.writable) socket.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...body })}\n`);
  };
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) socket.destroy();
    for (const line of lines) queue = queue.then(() => take(line));
  });
}

function read(line: string): Request | null {
  try {
    return Request.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // no JSON: not our module
  }
}

function same(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
