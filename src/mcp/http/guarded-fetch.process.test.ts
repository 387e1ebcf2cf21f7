import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BlockedAddressError, createGuardedFetch } from "./guarded-fetch.ts";

const rules = { allowPrivate: false, blockedHosts: [] };
const server = createServer((request, response) => {
  if (request.url === "/away") return void response.writeHead(302, { location: "http://10.0.0.1/" }).end();
  if (request.url === "/none") return void response.writeHead(204).end();
  request.pipe(
    response.writeHead(200, { "x-method": request.method, "x-type": request.headers["content-type"] ?? "" }),
  );
});
let port = 0;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
afterAll(() => void server.close());

/** Names that only this look-up knows: what is connected to is what it said. */
const guarded = (...answers: readonly string[][]) => {
  const left = [...answers];
  const looked: string[] = [];
  const resolve = async (host: string): Promise<readonly string[]> => {
    looked.push(host);
    return left.shift() ?? [];
  };
  return { fetch: createGuardedFetch({ configured: new URL(`http://mine.test:${port}/mcp`), rules, resolve }), looked };
};

test("the address that was checked is connected to, and the name is looked up once", async () => {
  const { fetch, looked } = guarded(["127.0.0.1"]);
  const response = await fetch(`http://mine.test:${port}/echo`, {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
  });
  expect([response.status, response.headers.get("x-method"), await response.text()]).toEqual([200, "POST", "a=1"]);
  expect(response.headers.get("x-type")).toMatch(/^application\/x-www-form-urlencoded/u);
  expect(looked).toEqual(["mine.test"]);
});

test("a proxy that Node takes from the environment does not come between", async () => {
  const http = process.getBuiltinModule("node:http");
  const own = http.globalAgent;
  http.globalAgent = new http.Agent({ proxyEnv: { HTTP_PROXY: "http://127.0.0.1:9" } });
  try {
    const { fetch } = guarded(["127.0.0.1"]);
    expect((await fetch(`http://mine.test:${port}/none`)).status).toBe(204);
  } finally {
    http.globalAgent = own;
  }
});

test("what a server names may not be private, nor on another port of the configured host", async () => {
  const { fetch } = guarded(["127.0.0.1"], ["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], []);
  for (const url of [`http://other.test:${port}/`, `http://mine.test:1/`, "https://mixed.test/", "https://gone.test/"])
    await expect(fetch(url)).rejects.toBeInstanceOf(BlockedAddressError);
});

test("redirects and empty answers come back as they are", async () => {
  const { fetch } = guarded(["127.0.0.1"], ["127.0.0.1"]);
  const away = await fetch(`http://mine.test:${port}/away`);
  expect([away.status, away.headers.get("location")]).toEqual([302, "http://10.0.0.1/"]);
  expect((await fetch(`http://mine.test:${port}/none`)).status).toBe(204);
});

test("a stop ends the request", async () => {
  const { fetch } = guarded(["127.0.0.1"]);
  const stop = new AbortController();
  stop.abort();
  await expect(fetch(`http://mine.test:${port}/`, { signal: stop.signal })).rejects.toThrow(/abort/iu);
});
