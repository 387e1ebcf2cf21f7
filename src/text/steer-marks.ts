/** Between these lines a tool result speaks for the user; the prompt says so and the loop writes them. */
export const steerMarks = { open: "[OUT-OF-BAND USER MESSAGE]", close: "[/OUT-OF-BAND USER MESSAGE]" } as const;
