/** Why a request is turned down; each wire format puts it into its vendor's error shape. */
export type Refusal = {
  readonly status: number;
  readonly message: string;
  /** The vendor's error type; null takes the usual one for the status. */
  readonly type: string | null;
  readonly param: string | null;
  readonly code: string | null;
};

type Details = Partial<Omit<Refusal, "message">>;

export function refuse(message: string, details: Details = {}): Refusal {
  return { status: 400, type: null, param: null, code: null, ...details, message };
}

/** A rule of a vendor: null when the request keeps it. */
export type Rule<Subject> = (subject: Subject) => Refusal | null;

export function firstBroken<Subject>(rules: readonly Rule<Subject>[], subject: Subject): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(subject);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The first refusal a list of things gives rise to. */
export function firstOf<Item>(
  items: readonly Item[],
  judge: (item: Item, index: number) => Refusal | null,
): Refusal | null {
  for (const [index, item] of items.entries()) {
    const refusal = judge(item, index);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** The first value that was there before. */
export function firstDuplicate(values: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return null;
}
