import type { InjectionScan } from "../domain/injection-scan.ts";
import { blockersIn } from "../safety/injection/scanner.ts";

/** The scanner, as rooms that may not know it get it. */
export const injectionScan: InjectionScan = (text, scope) => {
  const reasons = blockersIn(text, scope);
  return { blocked: reasons.length > 0, reasons };
};
