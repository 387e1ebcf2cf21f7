/** What a provider sent, read without being rebuilt: it may have to be sent again with the bytes it has. */
export type Received = Readonly<Record<string, unknown>>;

export function isReceived(value: unknown): value is Received {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectsIn(value: unknown): readonly Received[] {
  return listIn(value).filter(isReceived);
}

/** The string under a key, or "" when there is none. */
export function stringIn(value: Received, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

export function without(value: Received, ...keys: readonly string[]): Received {
  if (!keys.some((key) => key in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
