import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressClass } from "./address-class.ts";
import { checkUrl, pinnedLookup } from "./checked-lookup.ts";
import { judgeUrl } from "./judge-url.ts";
import { parseAddress } from "./parse-address.ts";

const strict = { allowPrivate: false, blockedHosts: ["*.ads.example", "bad.example"] };
const lenient = { ...strict, allowPrivate: true };

describe("every address is what it leads to", () => {
  const table: Readonly<Record<string, readonly string[]>> = {
    public: [
      "1.1.1.1",
      "8.8.8.8",
      "172.32.0.1",
      "172.15.255.255",
      "100.63.255.255",
      "100.128.0.0",
      "223.255.255.255",
      "192.0.1.1",
      "2606:4700::1111",
      "2001:4860:4860::8888",
      "::ffff:8.8.8.8",
      "64:ff9b::808:808",
      "2002:808:808::1",
    ],
    private: [
      "0.0.0.0",
      "127.0.0.1",
      "127.255.255.254",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.0.1",
      "100.64.0.1",
      "192.0.2.7",
      "198.18.0.1",
      "203.0.113.9",
      "224.0.0.1",
      "255.255.255.255",
      "2130706433",
      "0x7f000001",
      "0x7f.1",
      "0177.0.0.1",
      "017700000001",
      "127.1",
      "10.1",
      "::",
      "::1",
      "[::1]",
      "fe80::1%eth0",
      "fc00::1",
      "fdff::1",
      "ff02::1",
      "2001:db8::1",
      "2001:0:1234::1",
      "3fff::1",
      "64:ff9b:1::1",
      "::127.0.0.1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::ffff:0:10.0.0.1",
      "64:ff9b::10.0.0.1",
      "2002:a00:1::",
      "2002:7f00:1::1",
      "2606:4700::5efe:10.0.0.1",
      "not an address",
      "1.2.3.4.5",
      "256.1.1.1",
      "08.8.8.8",
    ],
    metadata: [
      "169.254.169.254",
      "169.254.0.1",
      "0xa9fea9fe",
      "2852039166",
      "100.100.100.200",
      "168.63.129.16",
      "fd00:ec2::254",
      "fd00:0ec2:0:0:0:0:0:254",
      "::ffff:169.254.169.254",
      "64:ff9b::a9fe:a9fe",
      "2002:a9fe:a9fe::",
    ],
  };
  test.each(Object.entries(table).flatMap(([kind, all]) => all.map((address) => [address, kind])))(
    "%s is %s",
    (address, kind) => expect(addressClass(address)).toBe(kind),
  );
});

test("an IPv4 address is the same in every spelling, also inside IPv6", () => {
  const octet = fc.nat({ max: 255 });
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const whole = ((a * 256 + b) * 256 + c) * 256 + d;
      const dotted = `${a}.${b}.${c}.${d}`;
      const spellings = [
        String(whole),
        `0x${whole.toString(16)}`,
        `0${whole.toString(8)}`,
        `${a}.${b}.${c * 256 + d}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c * 256 + d}`,
      ];
      for (const spelling of spellings) expect(parseAddress(spelling)).toEqual([a, b, c, d]);
      for (const wrapped of [`::ffff:${dotted}`, `64:ff9b::${dotted}`])
        expect(addressClass(wrapped)).toBe(addressClass(dotted));
    }),
  );
});

test.each([
  ["file:///etc/passwd", "only http and https are fetched"],
  ["ftp://example.com", "only http and https are fetched"],
  ["no url", "it is no URL"],
  ["http://127.0.0.1:80/", "127.0.0.1 is not a public address"],
  ["http://2130706433/", "127.0.0.1 is not a public address"],
  ["http://0x7f.1/", "127.0.0.1 is not a public address"],
  ["http://[::ffff:10.0.0.1]/", "::ffff:a00:1 is not a public address"],
  ["http://metadata.google.internal./x", "metadata.google.internal is a cloud metadata service"],
  ["http://METADATA.goog/", "metadata.goog is a cloud metadata service"],
  ["https://x.ads.example/", "x.ads.example is on the block list"],
  ["https://bad.example./", "bad.example is on the block list"],
])("%s is blocked: %s", (url, reason) => {
  expect(judgeUrl(url, strict)).toEqual({ kind: "blocked", reason });
});

test("a setting opens private addresses and never those of metadata services", () => {
  expect(judgeUrl("http://10.0.0.1/", lenient).kind).toBe("allowed");
  for (const host of ["169.254.169.254", "[fd00:ec2::254]", "metadata.goog", "100.100.100.200"])
    expect(judgeUrl(`http://${host}/`, lenient).kind).toBe("blocked");
});

test("a host in another script is shown in punycode", () => {
  expect(judgeUrl("https://bücher.example/", strict)).toMatchObject({ url: { hostname: "xn--bcher-kva.example" } });
});

test("one bad address among several blocks a name, and so does a name nobody knows", async () => {
  expect(await checkUrl("https://two.example/", strict, async () => ["8.8.8.8", "10.0.0.1"])).toEqual({
    kind: "blocked",
    reason: "10.0.0.1 is not a public address",
  });
  expect(await checkUrl("https://none.example/", lenient, () => Promise.reject(new Error("ENOTFOUND")))).toEqual({
    kind: "blocked",
    reason: "none.example cannot be looked up",
  });
});

test("the checked address is connected to, whatever the name says by then", async () => {
  const checked = await checkUrl("https://one.example/", strict, async () => ["8.8.8.8", "2606:4700::1"]);
  const lookup = pinnedLookup(checked.kind === "allowed" ? checked.addresses : []);
  const found: unknown[] = [];
  lookup("one.example", { all: true }, (error, addresses) => found.push([error, addresses]));
  lookup("one.example", { family: 6 }, (error, address, family) => found.push([error, address, family]));
  lookup("one.example", {}, (error, address, family) => found.push([error, address, family]));
  expect(found).toEqual([
    [
      null,
      [
        { address: "8.8.8.8", family: 4 },
        { address: "2606:4700::1", family: 6 },
      ],
    ],
    [null, "2606:4700::1", 6],
    [null, "8.8.8.8", 4],
  ]);
});
