import { BlockList, isIP } from "node:net";

const privateAddresses = new BlockList();
for (const [address, bits] of [
  ["0.0.0.0", 32],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT: Tailscale and the like
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  privateAddresses.addSubnet(address, bits, "ipv4");
}
privateAddresses.addAddress("::1", "ipv6");
privateAddresses.addSubnet("fc00::", 7, "ipv6");
privateAddresses.addSubnet("fe80::", 10, "ipv6");

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
  if (version !== 0) return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  return !host.includes(".") || containerSuffixes.some((suffix) => host.endsWith(suffix));
}
