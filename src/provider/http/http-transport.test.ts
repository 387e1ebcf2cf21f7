import { randomBytes } from "node:crypto";
import http, { type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import type { Clock } from "../../domain/clock.ts";
import { type HttpRequest, type HttpResponse, type HttpTransport, TransportError } from "../../domain/http.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { createHttpTransport } from "./http-transport.ts";
import type { ProxyEnvironment } from "./proxy.ts";

const opened: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();
const never = new AbortController().signal;

afterEach(async () => {
  for (const server of opened.splice(0)) {
    for (const socket of sockets) socket.destroy(); // a tunnel is no longer the server's own
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server | TcpServer): Promise<number> {
  opened.push(server);
  server.on("connection", (socket: Socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return isInfo(address) ? address.port : 0;
}

function isInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

async function serve(handler: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(http.createServer(handler))}`;
}

function transport(environment: ProxyEnvironment = {}, clock: Clock = systemClock): HttpTransport {
  return createHttpTransport({ clock, environment });
}

function post(url: string, body = "{}"): HttpRequest {
  return { method: "POST", url, headers: { "content-type": "application/json" }, body, connectTimeoutMs: 5_000 };
}

async function textOf(response: HttpResponse): Promise<string> {
  return text(response.body);
}

async function faultOf(work: Promise<unknown>): Promise<Pick<TransportError, "fault" | "code" | "message">> {
  const error = await work.then(
    () => new Error("there was no fault"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error("not a transport error", { cause: error });
  return { fault: error.fault, code: error.code, message: error.message };
}

test("an exchange carries method, headers, length and body, and gives status, headers and body back", async () => {
  const url = await serve((request, response) => {
    const seen = [request.method, request.url, request.headers["content-length"]];
    response.writeHead(201, { "X-Seen": "yes", "set-cookie": ["a=1", "b=2"] });
    void buffer(request).then((body) => response.end(JSON.stringify([...seen, body.toString()])));
  });
  const response = await transport()(post(`${url}/v1/x?y=1`, '{"ä":1}'), never);
  expect(response.status).toBe(201);
  expect(response.headers).toMatchObject({ "x-seen": "yes", "set-cookie": "a=1, b=2" });
  expect(await textOf(response)).toBe('["POST","/v1/x?y=1","8","{\\"ä\\":1}"]');
});

test("a body of one megabyte arrives whole and unchunked", async () => {
  const url = await serve((request, response) => {
    void buffer(request).then((body) =>
      response.end(`${body.length} ${request.headers["transfer-encoding"] ?? "unchunked"}`),
    );
  });
  expect(await textOf(await transport()(post(url, "x".repeat(1_048_576)), never))).toBe("1048576 unchunked");
});

test("one connection serves request after request, also when a reader leaves at the last event", async () => {
  const ports = new Set<number | undefined>();
  const url = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.write("data: [DONE]\n\n");
    setImmediate(() => response.end(": bye\n\n"));
  });
  const ask = transport();
  let asked = 0;
  const someConnectionWasUsedAgain = async (): Promise<boolean> => {
    const body = (await ask(post(url), never)).body[Symbol.asyncIterator]();
    await body.next();
    await body.return?.();
    return ports.size < ++asked;
  };
  await expect.poll(someConnectionWasUsedAgain).toBe(true);
  expect(await textOf(await ask(post(url), never))).toContain("bye");
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("an answer packed with %s is unpacked", async (encoding, pack) => {
  const plain = "packed ".repeat(10_000);
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": encoding });
    response.end(pack(plain));
  });
  expect(await textOf(await transport()(post(url), never))).toBe(plain);
});

test("a packed stream is live: each flushed piece arrives before the next is sent", async () => {
  const gzip = createGzip();
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    gzip.pipe(response);
    gzip.write("one");
    gzip.flush();
  });
  const seen: string[] = [];
  for await (const chunk of (await transport()(post(url), never)).body) {
    seen.push(Buffer.from(chunk).toString());
    gzip.end("two");
  }
  expect(seen).toEqual(["one", "two"]);
});

test("an answer that cannot be unpacked is a protocol fault", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end("this is not gzip at all");
  });
  expect(await faultOf(transport()(post(url), never).then(textOf))).toMatchObject({
    fault: "protocol",
    code: "Z_DATA_ERROR",
  });
  const strange = await serve((_request, response) => {
    response.writeHead(200, { "content-encoding": "zstd-9" });
    response.end("?");
  });
  expect(await faultOf(transport()(post(strange), never).then(textOf))).toMatchObject({ fault: "protocol" });
});

test("a slow reader holds the sender back", async () => {
  const piece = randomBytes(1_048_576);
  let sent = 0;
  const url = await serve((_request, response) => {
    const push = (): void => {
      while (sent < 64 && response.write(piece)) sent++;
      if (sent++ < 64) response.once("drain", push);
      else response.end();
    };
    push();
  });
  const body = (await transport()(post(url), never)).body[Symbol.asyncIterator]();
  await body.next();
  let before = -1;
  const hasStopped = (): boolean => before === (before = sent);
  await expect.poll(hasStopped).toBe(true); // whatever the socket can take, it has taken
  expect(sent).toBeLessThan(40);
  await body.return?.();
});

test("a redirect is an answer, not a journey", async () => {
  let visits = 0;
  const url = await serve((_request, response) => {
    visits++;
    response.writeHead(302, { location: "/elsewhere" });
    response.end();
  });
  const response = await transport()(post(url), never);
  expect([response.status, response.headers["location"], visits]).toEqual([302, "/elsewhere", 1]);
});

test("a port nobody listens on, a name nobody has, and a server that is no web server are told apart", async () => {
  const closed = createTcpServer();
  const port = await listen(closed);
  await new Promise((resolve) => opened.splice(0)[0]?.close(resolve));
  expect(await faultOf(transport()(post(`http://127.0.0.1:${port}`), never))).toEqual({
    fault: "connect",
    code: "ECONNREFUSED",
    message: `Cannot connect to 127.0.0.1:${port} (ECONNREFUSED). Is the server running?`,
  });
  const nowhere = await faultOf(transport()(post("http://models.invalid/v1"), never));
  expect({ ...nowhere, code: nowhere.code?.slice(0, 3) }).toEqual({
    fault: "dns",
    code: nowhere.code === "ENOTFOUND" ? "ENO" : "EAI",
    message: "Cannot find models.invalid: the name does not resolve. Are you offline? Otherwise check base_url.",
  });
  const chatter = await listen(createTcpServer((socket) => socket.end("220 mail ready\r\n")));
  expect(await faultOf(transport()(post(`http://127.0.0.1:${chatter}`), never))).toMatchObject({ fault: "protocol" });
});

test("a connection cut before the answer or in the middle of it is a reset", async () => {
  const before = await listen(createTcpServer((socket) => socket.once("data", () => socket.destroy())));
  expect(await faultOf(transport()(post(`http://127.0.0.1:${before}`), never))).toMatchObject({
    fault: "reset",
    code: "ECONNRESET",
  });
  const during = await serve((_request, response) => {
    response.write("half");
    setImmediate(() => response.socket?.destroy());
  });
  const seen: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const chunk of (await transport()(post(during), never)).body) seen.push(Buffer.from(chunk).toString());
  };
  expect(await faultOf(reading())).toMatchObject({ fault: "reset", code: "ECONNRESET" });
  expect(seen).toEqual(["half"]);
});

test("an abort ends the wait for an answer with the signal's reason and closes that connection only", async () => {
  const waiting: ServerResponse[] = [];
  const url = await serve((request, response) => {
    if (request.url === "/now") response.end("now");
    else waiting.push(response);
  });
  const ask = transport();
  const stop = new AbortController();
  const answer = ask(post(`${url}/never`), stop.signal);
  const other = ask(post(`${url}/late`), never);
  await expect.poll(() => waiting.length).toBe(2);
  stop.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  await expect.poll(() => waiting.filter((response) => response.destroyed).length).toBe(1);
  waiting.find((response) => !response.destroyed)?.end("late");
  expect(await textOf(await other)).toBe("late");
  await expect(ask(post(url), stop.signal)).rejects.toThrow("enough");
});

test("an abort ends a silent body at once with the signal's reason", async () => {
  const url = await serve((_request, response) => void response.write("first"));
  const stop = new AbortController();
  const reading = async (): Promise<void> => {
    const body = (await transport()(post(url), stop.signal)).body[Symbol.asyncIterator]();
    await body.next();
    setImmediate(() => stop.abort(new Error("enough")));
    await body.next();
  };
  await expect(reading()).rejects.toThrow("enough");
});

test("a proxy that does not open its tunnel in time is a time-out of the connection", async () => {
  let asked = 0;
  const proxy = http.createServer().on("connect", () => void asked++);
  const port = await listen(proxy);
  const clock = new FakeClock();
  const ask = transport({ HTTPS_PROXY: `http://127.0.0.1:${port}` }, clock);
  const answer = faultOf(ask(post("https://models.invalid/v1"), never));
  await expect.poll(() => asked).toBe(1);
  await clock.advance(5_000);
  expect(await answer).toEqual({
    fault: "timeout",
    code: "ETIMEDOUT",
    message: "No connection to models.invalid within 5 s.",
  });
});

test("the time limit of the connection does not count the wait for the answer", async () => {
  const clock = new FakeClock();
  const pending: ServerResponse[] = [];
  const url = await serve((_request, response) => void pending.push(response));
  const answer = transport({}, clock)(post(url), never);
  await expect.poll(() => pending.length).toBe(1);
  await clock.advance(60_000);
  pending[0]?.end("late");
  expect(await textOf(await answer)).toBe("late");
});

test("a key that cannot be sent is named by its header and never shown", async () => {
  const request = { ...post("http://127.0.0.1:9"), headers: { authorization: "Bearer schlüssel→" } };
  expect(await faultOf(transport()(request, never))).toEqual({
    fault: "protocol",
    code: "ERR_INVALID_CHAR",
    message: "The header authorization holds characters that cannot be sent. Check the key and extra_headers.",
  });
});

test("requests go through the proxy of the environment unless NO_PROXY names the host", async () => {
  const direct = await serve((_request, response) => response.end("direct"));
  const seen: (string | undefined)[] = [];
  const proxy = await serve((request, response) => {
    seen.push(request.url, request.headers["proxy-authorization"]);
    response.end("by proxy");
  });
  const withUser = proxy.replace("http://", "http://user:word@");
  expect(await textOf(await transport({ http_proxy: withUser })(post(`${direct}/a`), never))).toBe("by proxy");
  expect(seen).toEqual([`${direct}/a`, `Basic ${btoa("user:word")}`]);
  const bare = proxy.replace("http://", "");
  expect(await textOf(await transport({ HTTP_PROXY: bare })(post(direct), never))).toBe("by proxy");
  const exempt = { HTTP_PROXY: proxy, NO_PROXY: "localhost,127.0.0.1" };
  expect(await textOf(await transport(exempt)(post(direct), never))).toBe("direct");
});

test("a proxy we cannot speak to is refused instead of passed by", async () => {
  const direct = await serve((_request, response) => response.end("direct"));
  const socks = { HTTP_PROXY: "socks5://127.0.0.1:1080" };
  expect(await faultOf(transport(socks)(post(direct), never))).toMatchObject({
    fault: "connect",
    code: "ERR_PROXY_INVALID_CONFIG",
  });
  expect(await textOf(await transport({ ...socks, NO_PROXY: "127.0.0.1" })(post(direct), never))).toBe("direct");
});

test("a proxy that refuses the tunnel is a fault of the connection with its answer", async () => {
  const proxy = http.createServer().on("connect", (_request, socket) => {
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
  });
  const ask = transport({ HTTPS_PROXY: `http://user:word@127.0.0.1:${await listen(proxy)}` });
  const fault = await faultOf(ask(post("https://models.invalid/v1"), never));
  expect(fault).toMatchObject({ fault: "connect", code: "ERR_PROXY_TUNNEL" });
  expect(fault.message).toContain("407 Proxy Authentication Required");
  expect(fault.message).not.toContain("word@");
});

test("a proxy that cannot be reached is named instead of the host nobody tried", async () => {
  const gone = http.createServer();
  const port = await listen(gone);
  await new Promise((resolve) => gone.close(resolve));
  const proxy = `http://user:word@127.0.0.1:${port}`;
  for (const [variable, url] of [
    ["HTTP_PROXY", "http://models.test/v1"],
    ["HTTPS_PROXY", "https://models.test/v1"],
  ] as const) {
    const fault = await faultOf(transport({ [variable]: proxy })(post(url), never));
    expect(fault.message).toContain(`Cannot connect to the proxy 127.0.0.1:${port} (ECONNREFUSED)`);
    expect(fault.message).not.toContain("word");
  }
});
