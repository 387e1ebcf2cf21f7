import { readFileSync } from "node:fs";
import https from "node:https";
import { join, resolve } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const fixtures = resolve(import.meta.dirname, "../../../tests/fixtures/tls");
const identity = {
  key: readFileSync(join(fixtures, "key.pem")),
  cert: readFileSync(join(fixtures, "certificate.pem")),
};

test("over TLS the host keeps its name, though the connection goes to an address, and its certificate must be good", async () => {
  const named: unknown[] = [];
  let requests = 0;
  const server = https.createServer(
    { ...identity, SNICallback: (name, callback) => (named.push(name), callback(null)) },
    (_request, response) => void response.end(String(++requests)),
  );
  server.on("tlsClientError", (_error: Error, socket: TLSSocket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const rules = { allowPrivate: true, blockedHosts: [] };
  const fetch = createGuardedFetch({ rules, resolve: async () => ["127.0.0.1"], clock: systemClock });
  const request = { url: `https://pinned.example:${port}/`, maxBytes: 1_000, timeoutMs: 10_000 };
  const answer = await fetch(request, new AbortController().signal);
  expect(answer.kind === "failed" ? answer.reason : "").toContain("DEPTH_ZERO_SELF_SIGNED_CERT");
  expect([named, requests]).toEqual([["pinned.example"], 0]);
});
