import { parseAddress, type Address } from "./parse-address.ts";

/** `metadata`: where clouds hand out credentials; no setting opens it. `private`: everything else that is not public. */
export type AddressClass = "public" | "private" | "metadata";

/** What stands behind an address, the IPv4 one inside an IPv6 one included. What is no address is not public. */
export function addressClass(text: string): AddressClass {
  const address = parseAddress(text);
  return address === null ? "private" : classOf(address);
}

function classOf(address: Address): AddressClass {
  if (metadataRanges.some((block) => isIn(address, block))) return "metadata";
  if (address.length === 4) return privateIpv4.some((block) => isIn(address, block)) ? "private" : "public";
  const inner = embedded(address);
  if (inner !== null) return classOf(inner);
  const isGlobal = isIn(address, globalUnicast) && !carvedOut.some((block) => isIn(address, block));
  return isGlobal ? "public" : "private";
}

/** Transition mechanisms carry packets on to the IPv4 address they hold. */
function embedded(address: Address): Address | null {
  const found = embeddings.find(({ within }) => isIn(address, within));
  if (found !== undefined) return address.slice(found.at, found.at + 4);
  return isatap.every((byte, index) => address[8 + index] === byte) ? address.slice(12) : null;
}

type Range = { readonly start: Address; readonly bits: number };

function range(text: string): Range {
  const [start = "", bits = ""] = text.split("/");
  return { start: parseAddress(start) ?? [], bits: Number(bits) };
}

function isIn(address: Address, { start, bits }: Range): boolean {
  if (address.length !== start.length) return false;
  const whole = bits >> 3;
  const rest = 8 - (bits & 7);
  const same = (index: number): boolean => address[index] === start[index];
  if (!start.slice(0, whole).every((_, index) => same(index))) return false;
  return rest === 8 || (address[whole] ?? 0) >> rest === (start[whole] ?? 0) >> rest;
}

const metadataRanges = [
  "169.254.0.0/16", // nearly every cloud
  "100.100.100.200/32", // Alibaba
  "168.63.129.16/32", // Azure's wire server, a public address by number only
  "192.0.0.192/32", // Oracle
  "fd00:ec2::254/128", // AWS
  "fd20:ce::254/128", // Google
].map(range);

const privateIpv4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(range);

const embeddings = [
  { within: range("::ffff:0:0/96"), at: 12 }, // mapped
  { within: range("::ffff:0:0:0/96"), at: 12 }, // translated
  { within: range("::/96"), at: 12 }, // compatible; `::` and `::1` come out as 0.0.0.0/8
  { within: range("64:ff9b::/96"), at: 12 }, // NAT64
  { within: range("2002::/16"), at: 2 }, // 6to4
];
const isatap = [0, 0, 0x5e, 0xfe];

const globalUnicast = range("2000::/3"); // the rest of IPv6 is local, multicast or reserved
const carvedOut = ["2001::/23", "2001:db8::/32", "3fff::/20"].map(range); // protocols (Teredo too), documentation
