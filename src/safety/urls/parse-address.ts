/** The bytes of an IP address: four, or sixteen. */
export type Address = readonly number[];

/** An address in any spelling a resolver or a C library takes: dotted, decimal, hex, octal, IPv6 with or without zone. */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/^\[(.*)\]$/u, "$1").replace(/%.*$/u, "");
  return bare.includes(":") ? parseIpv6(bare) : parseIpv4(bare);
}

/** As `inet_aton` reads it: one to four numbers, the last one fills the bytes that are left. */
function parseIpv4(text: string): Address | null {
  const parts = text.replace(/\.$/u, "").split(".");
  if (parts.length > 4) return null;
  const numbers = parts.map(numberOf);
  const last = numbers.at(-1) ?? null;
  const leading = numbers.slice(0, -1);
  if (last === null || leading.some((part) => part === null || part > 255)) return null;
  const room = 5 - numbers.length;
  if (last >= 256 ** room) return null;
  const tail = Array.from({ length: room }, (_, index) => Math.floor(last / 256 ** (room - 1 - index)) % 256);
  return [...leading.map((part) => part ?? 0), ...tail];
}

function numberOf(text: string): number | null {
  if (/^0x[0-9a-f]*$/iu.test(text)) return text.length === 2 ? 0 : Number.parseInt(text.slice(2), 16);
  if (/^0[0-7]*$/u.test(text)) return Number.parseInt(text, 8);
  return /^[1-9]\d*$/u.test(text) ? Number(text) : null;
}

function parseIpv6(text: string): Address | null {
  const halves = withoutDots(text)?.split("::");
  if (halves === undefined || halves.length > 2) return null;
  const [head, tail = null] = halves.map(groupsOf);
  if (head === undefined || head === null) return null;
  if (halves.length === 1) return head.length === 8 ? bytesOf(head) : null;
  if (tail === null || head.length + tail.length > 7) return null;
  return bytesOf([...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]);
}

/** `::ffff:10.0.0.1` with its end written as groups. */
function withoutDots(text: string): string | null {
  const found = /^(?<before>.*:)(?<dotted>\d+\.\d+\.\d+\.\d+)$/u.exec(text)?.groups;
  if (found === undefined) return text.includes(".") ? null : text;
  const bytes = (found["dotted"] ?? "").split(".").map(Number);
  if (bytes.some((byte) => byte > 255)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${found["before"]}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function groupsOf(half: string): readonly number[] | null {
  if (half === "") return [];
  const groups = half.split(":");
  return groups.every((group) => /^[0-9a-f]{1,4}$/iu.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

function bytesOf(groups: readonly number[]): Address {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
