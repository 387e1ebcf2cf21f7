import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serveTools } from "./rpc-server.ts";

const token = "0123456789abcdef";
const line = (id: number, method: string, params: object): string => `${JSON.stringify({ id, method, params })}\n`;

async function server() {
  const path = join(mkdtempSync(join(tmpdir(), "hermes-rpc-")), "s");
  const asked: string[] = [];
  const serving = await serveTools(path, token, async (method) => {
    asked.push(method);
    return method === "bad" ? { problem: "no" } : { result: `did ${method}` };
  });
  return { path, asked, [Symbol.asyncDispose]: serving.close };
}

async function said(socket: Socket, count: number): Promise<readonly unknown[]> {
  let text = "";
  socket.setEncoding("utf8");
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.split("\n").length > count) break;
  }
  return text
    .trim()
    .split("\n")
    .map((each): unknown => JSON.parse(each));
}

const hello = (id: number, given = token) => line(id, "hello", { token: given });

test("who knows the token is answered, one request after the other", async () => {
  await using served = await server();
  const socket = createConnection(served.path);
  socket.write(hello(1) + line(2, "one", {}) + line(3, "bad", {}));
  expect(await said(socket, 3)).toEqual([
    { jsonrpc: "2.0", id: 1, result: "" },
    { jsonrpc: "2.0", id: 2, result: "did one" },
    { jsonrpc: "2.0", id: 3, error: { code: -32_000, message: "no" } },
  ]);
  socket.destroy();
});

test.each([
  ["a wrong token", hello(1, "0123456789abcdeX")],
  ["no token", line(1, "one", {})],
  ["a short token", hello(1, "0")],
  ["no JSON", "GET / HTTP/1.1\n"],
])("with %s nothing is done and the connection ends", async (_, text) => {
  await using served = await server();
  const socket = createConnection(served.path);
  socket.resume();
  socket.write(text + line(2, "one", {}));
  await once(socket, "close");
  expect(served.asked).toEqual([]);
});

test("there is one client: a second one with the same token is sent away", async () => {
  await using served = await server();
  const first = createConnection(served.path);
  first.write(hello(1));
  await said(first, 1);
  const second = createConnection(served.path);
  second.resume();
  second.write(hello(1) + line(2, "one", {}));
  await once(second, "close");
  expect(served.asked).toEqual([]);
  first.destroy();
});
