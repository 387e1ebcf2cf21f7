type Severity = "critical" | "high";

export type GuardFinding = { readonly rule: string; readonly severity: Severity; readonly file: string };

export type Verdict = "safe" | "caution" | "dangerous";

/** Where a skill comes from, as far as it can be relied on. */
type Trust = "builtin" | "trusted" | "community" | "agent-created";

export function verdictOf(findings: readonly GuardFinding[]): Verdict {
  if (findings.some(({ severity }) => severity === "critical")) return "dangerous";
  return findings.length > 0 ? "caution" : "safe";
}

/** `force` is a person who insists; against what is dangerous it has no effect. */
export function mayUse(trust: Trust, verdict: Verdict, force = false): boolean {
  switch (trust) {
    case "builtin":
      return true;
    case "trusted":
    case "agent-created":
      return verdict !== "dangerous";
    case "community":
      return verdict === "safe" || (verdict === "caution" && force);
  }
}
