import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { webServer } from "../../../tests/support/web-server.ts";
import { systemClock } from "../../app/system-clock.ts";
import { createGuardedFetch, type FetchDeps, type Fetched } from "./guarded-fetch.ts";

const never = new AbortController().signal;
const open = { allowPrivate: true, blockedHosts: [] };
const strict = { allowPrivate: false, blockedHosts: [] };
const limits = { maxBytes: 100_000, timeoutMs: 30_000 };

const nobody = (): Promise<never> => Promise.reject(new Error("nothing has a name here"));

function fetcher(deps: Partial<FetchDeps>) {
  return createGuardedFetch({ rules: open, resolve: nobody, clock: systemClock, ...deps });
}

function wordsOf(fetched: Fetched): string {
  return fetched.kind === "fetched" ? fetched.bytes.toString() : fetched.reason;
}

test("[SF-T32] a name that answers twice is connected to at the address that was checked, and asked once per hop", async () => {
  const first = await webServer(({ path }) =>
    path === "/again" ? { location: "/page" } : { body: "the checked one" },
  );
  const asked: string[] = [];
  const turns = [["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"]];
  const resolve = async (host: string) => (asked.push(host), turns[asked.length - 1] ?? []);
  const url = `http://rebind.example:${first.port}`;

  const fetch = fetcher({ rules: strict, resolve });
  const page = await fetch({ ...limits, url: `${url}/page`, configured: true }, never);
  expect([wordsOf(page), asked]).toEqual(["the checked one", ["rebind.example"]]);
  expect(first.seen[0]?.headers["host"]).toBe(`rebind.example:${first.port}`);

  asked.length = 0; // the same name again after a redirect: checked again, and private by now
  expect(wordsOf(await fetch({ ...limits, url: `${url}/again`, configured: true }, never))).toBe(
    "blocked: it redirects to where 10.0.0.1 is not a public address",
  );
  expect(first.seen.map(({ path }) => path)).toEqual(["/page", "/again"]);

  asked.length = 1; // and from the start, without a person's word for it
  expect(wordsOf(await fetch({ ...limits, url: `${url}/page` }, never))).toBe(
    "blocked: 10.0.0.1 is not a public address",
  );
});

async function ask(url: string, rules = open): Promise<string> {
  return wordsOf(await fetcher({ rules })({ ...limits, url }, never));
}

test("a private address is opened by a setting, a metadata service by nothing", async () => {
  const server = await webServer(({ path }) =>
    path === "/there" ? { location: "http://169.254.169.254/latest/meta-data" } : { body: "fine" },
  );
  expect(await ask(`${server.url}/`)).toBe("fine");
  expect(await ask(`${server.url}/`, strict)).toBe("blocked: 127.0.0.1 is not a public address");
  expect(await ask(`${server.url}/there`)).toBe(
    "blocked: it redirects to where 169.254.169.254 is a cloud metadata address",
  );
  expect(await ask("http://no-such-host.example/")).toBe("blocked: no-such-host.example cannot be looked up");
});

test("five redirects are followed, a sixth is not, and none leaves http", async () => {
  const server = await webServer(({ path }) => {
    const left = Number(path.slice(1));
    if (Number.isNaN(left)) return { location: "file:///etc/passwd" };
    return left === 0 ? { body: "there" } : { location: `/${left - 1}` };
  });
  expect(await ask(`${server.url}/5`)).toBe("there");
  expect(await ask(`${server.url}/6`)).toBe("more than 5 redirects");
  expect(await ask(`${server.url}/file`)).toBe("blocked: it redirects to where only http and https are fetched");
});

test("keys meant for one origin are not told to the next, nor is the body", async () => {
  const other = await webServer(() => ({ body: "other" }));
  const server = await webServer(({ path }) => ({ location: path === "/away" ? other.url : "/end", status: 307 }));
  const request = { ...limits, headers: { "x-api-key": "k-1", "content-type": "application/json" }, body: "{}" };
  const fetch = fetcher({});
  expect(wordsOf(await fetch({ ...request, url: `${server.url}/away` }, never))).toBe("other");
  expect(other.seen).toMatchObject([{ method: "GET", body: "" }]);
  expect(other.seen[0]?.headers["x-api-key"]).toBeUndefined();
  await fetch({ ...request, url: `${server.url}/stay` }, never);
  expect(server.seen[2]).toMatchObject({ method: "POST", path: "/end", body: "{}", headers: { "x-api-key": "k-1" } });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("an answer packed with %s is unpacked, and counts by what it becomes", async (encoding, pack) => {
  const headers = { "content-encoding": encoding };
  const server = await webServer(({ path }) => ({ body: pack("a".repeat(Number(path.slice(1)))), headers }));
  const fetch = fetcher({});
  expect(wordsOf(await fetch({ ...limits, url: `${server.url}/5000` }, never))).toBe("a".repeat(5_000));
  const bomb = await fetch({ ...limits, maxBytes: 1_000_000, url: `${server.url}/20000000` }, never);
  expect(wordsOf(bomb)).toBe("larger than 1 MB");
});

test("an answer that is cut, packed strangely or refused is told in words", async () => {
  const server = await webServer(({ path }) => {
    if (path === "/long") return { body: "x".repeat(200_000) };
    return { body: "not packed", headers: { "content-encoding": path === "/odd" ? "zstd-9" : "gzip" } };
  });
  expect(await ask(`${server.url}/long`)).toBe("larger than 0 MB");
  expect(await ask(`${server.url}/odd`)).toBe("packed in an unknown way (zstd-9)");
  expect(await ask(`${server.url}/bad`)).toContain("Z_DATA_ERROR");
  expect(await ask("http://127.0.0.1:1/")).toBe("the connection was refused");
});

test("who says nothing is waited for only so long, look-up included; an abort ends it at once", async () => {
  const server = await webServer(({ path }) => (path === "/half" ? { begin: "half of it" } : "silence"));
  const clock = new FakeClock();
  const fetch = fetcher({ clock, resolve: () => new Promise(() => undefined) });
  const waiting = fetch({ ...limits, url: server.url }, never);
  const cutShort = fetch({ ...limits, url: `${server.url}/half` }, never);
  await expect.poll(() => server.seen.length).toBe(2);
  const lookedUp = fetch({ ...limits, url: "http://slow.example/" }, never);
  await clock.advance(30_000);
  const tooSlow = "no complete answer within 30 s";
  const ends = await Promise.all([waiting, cutShort, lookedUp]);
  expect(ends.map(wordsOf)).toEqual([tooSlow, tooSlow, tooSlow]);
  const stop = new AbortController();
  const stopped = fetch({ ...limits, url: server.url }, stop.signal);
  await expect.poll(() => server.seen.length).toBe(3);
  stop.abort(new Error("enough"));
  await expect(stopped).rejects.toThrow("enough");
});
