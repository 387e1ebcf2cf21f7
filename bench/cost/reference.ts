/** What the reference simulation of the cost model gives; ours may differ by the tolerance. Rows are traces, then columns. */
export const tolerance = 0.03;

export const expectedRatios: Readonly<Record<string, readonly number[]>> = {
  T1: [7.27, 1, 1.15, 1, 1, 1.04, 1.18, 1.01, 1],
  T2: [7.28, 1, 5.15, 1, 1, 1.04, 1.18, 1.01, 1],
  T3: [7.09, 1, 6.03, 1, 1, 1.02, 1.19, 1, 1],
  T4: [7.06, 7.66, 6.15, 1, 1, 1.02, 1.19, 1, 1],
  T5: [7.17, 2.24, 3.11, 1, 1, 1.03, 1.19, 1.01, 1],
  T6: [8.58, 2.56, 2.61, 2.56, 2.56, 2.15, 1.09, 1.01, 1],
  T7: [8.29, 4.05, 4.07, 4.05, 4.05, 2.91, 1.11, 3.49, 1],
  T8: [7.7, 2.32, 2.39, 2.32, 2.32, 2.73, 3.33, 2.09, 2.32],
};

/** Tokens, priced as plain ones. */
export const expectedLeast: Readonly<Record<string, number>> = {
  T1: 430_490,
  T2: 419_405,
  T3: 840_635,
  T4: 981_045,
  T5: 534_045,
  T6: 1_035_220,
  T7: 572_430,
  T8: 366_820,
  T9: 722_309,
  T10: 1_663_663,
};

/** By policy: `system_and_3`, then `anchored` with 5m, system 1h and 1h. */
export const expectedPolicies: Readonly<Record<string, readonly (readonly number[])[]>> = {
  T9: [
    [5.04, 1.74, 1.7, 1.68],
    [4.94, 1.64, 1.54, 1.53],
    [4.71, 1.41, 1.3, 1.29],
    [5.12, 1.44, 1.33, 1.32],
  ],
  T10: [
    [1.32, 1.32, 1.3, 1.29],
    [1.27, 1.27, 1.23, 1.23],
    [1.18, 1.18, 1.13, 1.13],
    [1.19, 1.19, 1.14, 1.14],
  ],
};

/** What every API mode must keep with default settings. T8 has none: nothing outlives an hour and a half. */
export const bars: Readonly<Record<string, number>> = {
  T1: 1.05,
  T2: 1.05,
  T3: 1.05,
  T4: 1.05,
  T5: 1.05,
  T6: 1.15,
  T7: 1.2,
  T9: 1.45,
  T10: 1.2,
};
