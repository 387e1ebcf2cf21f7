import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormed } from "../text/well-formed.ts";
import { createBodyWriter } from "./body-writer.ts";

const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)); // lone surrogates included
const anyValue = fc.oneof(fc.jsonValue({ stringUnit: unit }), fc.constant(undefined));
const anyBody = fc.dictionary(fc.string(), anyValue, { noNullPrototype: true });

test("a body is written as JSON.stringify writes it, with whole characters, however often", () => {
  const write = createBodyWriter();
  fc.assert(
    fc.property(anyBody, (body) => {
      const expected = JSON.stringify(wellFormed(body));
      expect([write(body), write(body)]).toEqual([expected, expected]);
    }),
  );
});

test("half a character becomes its replacement, in keys, values and messages", () => {
  const body = { "a\ud800": "\udc00", messages: [{ content: "x\ud83d" }, "\ud83d", undefined] };
  expect(createBodyWriter()(body)).toBe('{"a\ufffd":"\ufffd","messages":[{"content":"x\ufffd"},"\ufffd",null]}');
});

test("a message that was written before is not written again; a changed copy is", () => {
  let readings = 0;
  const message = {
    get content() {
      readings += 1;
      return "hello";
    },
  };
  const write = createBodyWriter();
  write({ messages: [message] });
  expect(write({ messages: [message, { content: "more" }] })).toBe(
    '{"messages":[{"content":"hello"},{"content":"more"}]}',
  );
  expect(readings).toBe(1);
  expect(write({ messages: [{ ...message, mark: true }] })).toBe('{"messages":[{"content":"hello","mark":true}]}');
});
