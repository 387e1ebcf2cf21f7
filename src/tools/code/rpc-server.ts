import { createServer, type Socket } from "node:net";
import {
  type Answering,
  answerText,
  createDoor,
  longestLine,
  readRequest,
  type Request,
  type RpcAnswer,
} from "./rpc-line.ts";

type RpcServer = { readonly close: () => Promise<void> };

/** JSON-RPC on a Unix socket, a line a message. Who is not let in is cut off. */
export async function serveTools(path: string, token: string, answer: Answering): Promise<RpcServer> {
  const guests = new Set<Socket>();
  const door = createDoor(token, answer);
  const server = createServer((socket) => {
    guests.add(socket);
    socket.on("close", () => guests.delete(socket));
    socket.on("error", () => socket.destroy()); // it went away in the middle of something
    listen(socket, (request) => door(socket, request));
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
    const request = readRequest(line);
    const said = request === null || socket.destroyed ? null : await answer(request);
    if (request === null || said === null) return void socket.destroy();
    if (socket.writable) socket.write(`${answerText(request.id, said)}\n`);
  };
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) socket.destroy();
    for (const line of lines) queue = queue.then(() => take(line));
  });
}
