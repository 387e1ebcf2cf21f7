import fc from "fast-check";
import { expect, test } from "vitest";
import { invocationText, ownWords } from "./skill-invocation.ts";

const marks = fc.constantFrom(
  "[What the user asks]",
  "[The user asks nothing further: begin with what the skills say]",
  "[Skills invoked by the user: x]",
  "\n",
  "\r",
  "word",
  " ",
);
const text = fc.array(marks, { maxLength: 12 }).map((parts) => parts.join(""));

test("the person's own words come back out of a question, whatever the skills and the words hold", () => {
  const skill = fc.record({ name: fc.stringMatching(/^[a-z-]{1,8}$/), body: text, notes: fc.array(text) });
  fc.assert(
    fc.property(fc.array(skill, { minLength: 1, maxLength: 3 }), text, (skills, instruction) => {
      const own = instruction.trim();
      expect(ownWords(invocationText(skills, instruction))).toBe(own === "" ? null : own);
    }),
  );
});

test("a question that invokes nothing is the person's own words", () => {
  expect(ownWords("fix it\n[What the user asks]\nno")).toBe("fix it\n[What the user asks]\nno");
  expect(ownWords("[Skills invoked by the user: made up by hand")).toBe("[Skills invoked by the user: made up by hand");
});
