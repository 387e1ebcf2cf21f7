import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { type Ended, endpointConfig, hermes, impatient, machineFor, newMachine } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 30_000 }); // real processes, on a machine that may be busy

const fixtures = join(import.meta.dirname, "../fixtures/tls");
const json = ["--output-format", "json"];

/** Waits between attempts are real, 2 to 3 s for the first: two attempts show the retry and the end of patience. */
test.concurrent("[SF-L7] a provider that always fails is tried again, then the run fails with a code and the session is kept", async () => {
  await using model = await serveScenario({ steps: [{ fault: { kind: "status", status: 500 }, repeat: "forever" }] });
  const machine = machineFor(model.url, "agent:\n  api_max_retries: 2\n");
  const { code, out, err } = await hermes(machine, ["run", "hi", ...json]);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    subtype: "error",
    is_error: true,
    result: "",
    exit_reason: "api_retries_exhausted",
    error: { code: "server_error", provider_status: 500 },
  });
  expect(err).toMatch(/^attempt 1 failed: HTTP 500.*; next one in [23]\.\d s\nhermes: .*HTTP 500.*\n$/);
  expect(model.simulator.requests).toHaveLength(2);
  expect(stored(machine.home)).toEqual({ messages: ["user: hi"], turns: ["api_retries_exhausted"] });
});

test.concurrent("an unknown model is named, and nothing is tried twice", async () => {
  await using model = await serveScenario({});
  const { code, out, err } = await hermes(machineFor(model.url), ["run", "hi", "-m", "nosuch"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^hermes: The provider refused the request: HTTP 404: The model `nosuch` does not exist.*\n$/);
  expect(model.simulator.requests).toHaveLength(1);
});

test.concurrent("a missing key names its variable and the command that sets it; a misspelt provider the nearest one", async () => {
  const machine = newMachine();
  const [keyless, misspelt] = await Promise.all([
    hermes(machine, ["run", "hi", "--provider", "openai", "-m", "gpt-4o"]),
    hermes(machine, ["run", "hi", "--provider", "opnai", "-m", "gpt-4o"]),
  ]);
  expect(keyless).toEqual({
    code: 3,
    out: "",
    err: "hermes: No API key for openai. Set OPENAI_API_KEY: hermes config set OPENAI_API_KEY <key>\n",
  });
  expect(misspelt).toEqual({ code: 2, out: "", err: "hermes: Unknown provider: opnai. Did you mean openai?\n" });
});

test.concurrent("an endpoint that is not there is one line: refused port, unknown name, untrusted certificate, http for https", async () => {
  await using model = await serveScenario({});
  const gone = await portOf(createServer(), "closed");
  const [key, cert] = ["key.pem", "certificate.pem"].map((name) => readFileSync(join(fixtures, name)));
  const secure = createTlsServer({ key, cert });
  const rows: readonly (readonly [url: string, told: RegExp])[] = [
    [`http://127.0.0.1:${gone}/v1`, /Cannot connect to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/],
    ["http://nosuch.invalid/v1", /Cannot find nosuch\.invalid: the name does not resolve/],
    [`https://localhost:${await portOf(secure)}/v1`, /The certificate of localhost:\d+ is not trusted/],
    [model.url.replace("http:", "https:"), /127\.0\.0\.1:\d+ does not speak https on this port\. Write http:/],
  ];
  const ended = await Promise.all(rows.map(([url]) => runAgainst(url)));
  for (const [index, { code, out, err }] of ended.entries()) {
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(new RegExp(`^hermes: The model could not be reached: ${rows[index]?.[1].source}[^\\n]*\\n$`));
  }
});

test.concurrent("a proxy that refuses, or is not there, is named; a password in its address is not", async () => {
  const refusing = createServer().on("connect", (_request, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
  const [there, gone] = [await portOf(refusing), await portOf(createServer(), "closed")];
  const [refused, missing] = await Promise.all([through(there), through(gone)]);
  expect(refused.err).toMatch(/^hermes: .*The proxy would not connect to models\.invalid: .*403 Forbidden\n$/);
  expect(missing.err).toMatch(/^hermes: .*Cannot connect to the proxy 127\.0\.0\.1:\d+ \(ECONNREFUSED\)[^\n]*\n$/);
  expect([refused.code, missing.code, `${refused.err}${missing.err}`.includes("sesame")]).toEqual([1, 1, false]);
});

test.concurrent("a key shows nowhere: not on the screen, not in the logs, not in the database", async () => {
  const secret = "sk-live-4f9a8b7c6d5e4f3a2b1c";
  const echo = `Incorrect API key provided: ${secret}`;
  await using model = await serveScenario({
    steps: [{ fault: { kind: "status", status: 401, message: echo }, repeat: "forever" }],
  });
  const keyed = `providers:\n  custom:\n    key_env: MY_API_KEY\n${impatient}`;
  const config = endpointConfig(`${model.url}/v1`, keyed);
  const machine = newMachine({ "config.yaml": config, ".env": `MY_API_KEY=${secret}\n` });
  const { code, out, err } = await hermes(machine, ["run", "hi", "-v", ...json]);
  expect(code).toBe(1);
  expect(model.simulator.requests[0]?.headers["authorization"]).toBe(`Bearer ${secret}`);
  const written = readdirSync(machine.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".env")
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
  expect([out, err, ...written].filter((text) => text.includes(secret.slice(8)))).toEqual([]);
});

function through(proxyPort: number): Promise<Ended> {
  return runAgainst("https://models.invalid/v1", { HTTPS_PROXY: `http://user:sesame@127.0.0.1:${proxyPort}` });
}

function runAgainst(baseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return hermes(newMachine({ "config.yaml": endpointConfig(baseUrl, impatient) }), ["run", "hi"], { env });
}

const closings: (() => Promise<void>)[] = [];
afterAll(async () => void (await Promise.all(closings.map((close) => close()))));

/** A loopback port: with this server on it until the tests are over, or with nobody on it any more. */
async function portOf(server: Server, state: "open" | "closed" = "open"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  if (state === "closed") await close();
  else closings.push(close);
  return address.port;
}
