import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { matching } from "../../tests/support/matching.ts";
import { readyHost } from "../../tests/support/mcp-calls.ts";
import { programOf } from "../../tests/support/mcp-world.ts";

const started: ChildProcess[] = [];

async function everything(form: "streamableHttp" | "sse", port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [programOf("everything"), form], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  await vi.waitFor(async () => void (await fetch(`http://127.0.0.1:${port}/`)), { timeout: 10_000, interval: 50 });
  return child;
}

async function listening(listener: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address !== null ? address.port : 0 };
}

async function freePort(): Promise<number> {
  const { server, port } = await listening(() => undefined);
  server.close();
  await once(server, "close");
  return port;
}

const ports = { streamableHttp: 0, sse: 0 };

beforeAll(async () => {
  [ports.streamableHttp, ports.sse] = [await freePort(), await freePort()];
  await Promise.all([everything("streamableHttp", ports.streamableHttp), everything("sse", ports.sse)]);
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

test("a server on this machine is reached over streamable HTTP, and an older one over SSE", async () => {
  await using servers = await readyHost({
    now: { url: `http://127.0.0.1:${ports.streamableHttp}/mcp` },
    older: { url: `http://127.0.0.1:${ports.sse}/sse` },
  });
  expect(await servers.read("mcp__now__echo", { message: "hi" })).toBe("Echo: hi");
  expect(await servers.read("mcp__older__echo", { message: "hi" })).toBe("Echo: hi");
  expect(await servers.read("mcp__now__trigger-elicitation-request", {}, { ask: null })).toMatch(/declined/u);
});

test("a server that went away is reached again when it is back", async () => {
  const port = await freePort();
  const first = await everything("streamableHttp", port);
  await using servers = await readyHost({ http: { url: `http://127.0.0.1:${port}/mcp` } });
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(await servers.call("mcp__http__echo", { message: "hi" })).toMatchObject({ kind: "error" });
  expect(servers.host.status()[0]?.state.kind).toBe("down");
  await everything("streamableHttp", port);
  await servers.host.refresh(10_000, new AbortController().signal);
  expect(await servers.read("mcp__http__echo", { message: "again" })).toBe("Echo: again");
});

test("[SF-T38 MCP] a server on this machine is reached with the headers of its entry; where it redirects to is not", async () => {
  const seen: unknown[] = [];
  const { server, port } = await listening((request, response) => {
    seen.push(request.headers["x-team"]);
    response.writeHead(307, { location: "http://10.0.0.1/mcp" }).end();
  });
  await using servers = await readyHost({
    far: { url: `http://127.0.0.1:${port}/mcp`, headers: { "x-team": "blue" } },
    near: { url: `http://127.0.0.1:${ports.streamableHttp}/mcp` },
  });
  server.close();
  const [far, near] = servers.host.status();
  expect(far?.state).toMatchObject({ kind: "down", reason: matching(/redirect/iu) });
  expect(near?.state).toMatchObject({ kind: "ready" });
  expect(new Set(seen)).toEqual(new Set(["blue"]));
});

test("a metadata address is never connected to, though the entry names it", async () => {
  await using servers = await readyHost({ cloud: { url: "http://169.254.169.254/mcp" } });
  expect(servers.host.status()[0]?.state).toMatchObject({ kind: "down", reason: matching(/metadata/u) });
});
