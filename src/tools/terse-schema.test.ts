import { expect, test } from "vitest";
import { terseSchema } from "./terse-schema.ts";

test("an object that may hold anything is only called an object, and properties of such names stay", () => {
  const open = { type: "object", propertyNames: { type: "string" }, additionalProperties: {} };
  const namesakes = { propertyNames: { type: "string" }, additionalProperties: {} };
  expect(terseSchema({ type: "object", properties: { open, ...namesakes } })).toEqual({
    type: "object",
    properties: { open: { type: "object" }, ...namesakes },
  });
  const closed = { type: "object", additionalProperties: false, propertyNames: { type: "string", maxLength: 3 } };
  expect(terseSchema(closed)).toEqual(closed);
});
