/** The protocol's own library. It takes 50 ms to load, so it comes with the first server and not before. */
export type Sdk = typeof import("@modelcontextprotocol/client");

export function loadSdk(): Promise<Sdk> {
  return import("@modelcontextprotocol/client");
}
