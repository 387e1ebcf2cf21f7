import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { connect, type Server } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import type { HttpRequest } from "../../domain/http.ts";
import { createHttpTransport } from "./http-transport.ts";

const never = new AbortController().signal;
const opened: Server[] = [];
const fixtures = fileURLToPath(new URL("../../../tests/fixtures/tls/", import.meta.url));
const certificateFile = join(fixtures, "certificate.pem");
const identity = { key: readFileSync(join(fixtures, "key.pem")), cert: readFileSync(certificateFile) };

afterAll(() => {
  for (const server of opened) server.close();
});

async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function secureServer(): Promise<number> {
  return listen(https.createServer(identity, (_request, response) => void response.end("secret answer")));
}

const get = (url: string): HttpRequest => ({ method: "GET", url, headers: {}, body: "", connectTimeoutMs: 5_000 });

test("a self-signed certificate is refused as a value that says what to do", async () => {
  const port = await secureServer();
  const ask = createHttpTransport({ clock: systemClock, environment: {} });
  await expect(ask(get(`https://localhost:${port}/`), never)).rejects.toMatchObject({
    name: "TransportError",
    fault: "tls",
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    message: `The certificate of localhost:${port} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). For a private authority set NODE_EXTRA_CA_CERTS to its file.`,
  });
});

test("https spoken to a plain server is a TLS fault of its own, and says what to write instead", async () => {
  const port = await listen(http.createServer());
  const ask = createHttpTransport({ clock: systemClock, environment: {} });
  await expect(ask(get(`https://localhost:${port}/`), never)).rejects.toMatchObject({
    fault: "tls",
    code: "ERR_SSL_WRONG_VERSION_NUMBER",
    message: `localhost:${port} does not speak https on this port. Write http:// instead of https:// in base_url, or name the right port.`,
  });
});

/** Node reads the variable when it starts, so only a new process can show it. */
async function askInNewProcess(url: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const script = `
    const { createHttpTransport } = await import(${JSON.stringify(new URL("http-transport.ts", import.meta.url).href)});
    const { systemClock } = await import(${JSON.stringify(new URL("../../app/system-clock.ts", import.meta.url).href)});
    const ask = createHttpTransport({ clock: systemClock, environment: process.env });
    const request = { method: "GET", url: process.argv[1], headers: {}, body: "", connectTimeoutMs: 5000 };
    const response = await ask(request, new AbortController().signal);
    process.stdout.write(Buffer.concat(await Array.fromAsync(response.body)));
    process.stdout.write(process.moduleLoadList.some((name) => /undici/.test(name)) ? " with undici" : "");`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script, url], {
    env: { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: certificateFile, ...environment },
    timeout: 20_000,
  });
  return stdout;
}

test("a private authority in NODE_EXTRA_CA_CERTS is trusted, and undici is not loaded", async () => {
  const port = await secureServer();
  expect(await askInNewProcess(`https://localhost:${port}/`, {})).toBe("secret answer");
});

test("https goes through the tunnel of a proxy", async () => {
  const port = await secureServer();
  const tunnels: (string | undefined)[] = [];
  const proxy = http.createServer().on("connect", (request, client) => {
    tunnels.push(request.url);
    const upstream = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    upstream.pipe(client).pipe(upstream);
  });
  const environment = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` };
  expect(await askInNewProcess(`https://localhost:${port}/`, environment)).toBe("secret answer");
  expect(tunnels).toEqual([`localhost:${port}`]);
});
