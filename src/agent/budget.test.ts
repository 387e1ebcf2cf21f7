import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "./budget.ts";

test("whatever is taken and given back, nothing goes below zero or above the maximum", () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.array(fc.boolean()), (max, takes) => {
      const budget = createBudget(max);
      for (const take of takes) {
        const before = budget.remaining();
        if (take) expect(budget.consume()).toBe(before > 0);
        else budget.refund();
        expect(budget.used() + budget.remaining()).toBe(max);
        expect(budget.used()).toBeGreaterThanOrEqual(0);
        expect(budget.remaining()).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
