import { BlockList, isIP } from "node:net";

/** The machine's own addresses and those of private networks. Built when first asked for: a start need not load sockets. */
function privateAddresses(): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, "ipv4");
  list.addAddress("::1", "ipv6");
  list.addSubnet("fc00::", 7, "ipv6");
  list.addSubnet("fe80::", 10, "ipv6");
  return list;
}

const subnets = [
  ["0.0.0.0", 32],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT: Tailscale and the like
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const;

const containerSuffixes = [
  ".localhost",
  ".docker.internal",
  ".containers.internal",
  ".lima.internal",
  ".svc.cluster.local",
];

/** An endpoint on this machine or its own network: it may load a model for minutes before it says a word. */
export function isLocalEndpoint({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(host);
  if (version !== 0) return privateAddresses().check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || containerSuffixes.some((suffix) => host.endsWith(suffix));
}
