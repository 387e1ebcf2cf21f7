export type Encoder = (typeof import("sharp"))["default"];

/** The package is optional and heavy: it is loaded when first needed, and may be missing. */
export async function installedEncoder(): Promise<Encoder> {
  const { default: encoder } = await import("sharp");
  return encoder;
}

/** The bytes of an image that travels in the request itself; null for an address. */
export function dataOf(url: string): Uint8Array | null {
  const [head = ""] = url.slice(0, 200).split(",", 1);
  return /^data:image\/[^;,]+;base64$/i.test(head) ? Buffer.from(url.slice(head.length + 1), "base64") : null;
}
