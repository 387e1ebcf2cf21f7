import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isMessage, type Message } from "../domain/message.ts";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";

const halves = fc
  .array(fc.constantFrom("a", "\0", "\ud800", "\udc00"), { maxLength: 4 })
  .map((units) => units.join(""));
const text = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), halves); // lone surrogates included
const json = fc.jsonValue({ noUnicodeString: false }).map((value): unknown => JSON.parse(JSON.stringify(value)));
const payloads = fc.array(json, { maxLength: 3 });
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const timestamp = optional(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }));

const part = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({
    type: fc.constant("image_url" as const),
    image_url: fc.record(
      {
        url: fc.oneof(
          text,
          fc
            .uint8Array({ minLength: 1 })
            .map((bytes) => `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`),
          fc.constant("data:image/png;base64,AAA"), // not how we would write it: stays as it is
        ),
        detail: text,
      },
      { requiredKeys: ["url"] },
    ),
  }),
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));
const call = fc.record(
  {
    id: text,
    call_id: text,
    response_item_id: text,
    type: fc.constant("function" as const),
    function: fc.record({ name: text, arguments: text }),
    extra_content: json,
  },
  { requiredKeys: ["id", "type", "function"] },
);
const known = fc.oneof(
  fc.record({ role: fc.constant("user"), content, timestamp }),
  fc.record({
    role: fc.constant("assistant"),
    content: text,
    reasoning: optional(fc.option(text)),
    finish_reason: optional(text),
    reasoning_content: optional(text),
    reasoning_details: optional(payloads),
    anthropic_content_blocks: optional(payloads),
    codex_reasoning_items: optional(payloads),
    codex_message_items: optional(payloads),
    tool_calls: optional(fc.array(call, { maxLength: 3 })),
    timestamp,
  }),
  fc.record({
    role: fc.constant("tool"),
    tool_call_id: text,
    name: text,
    tool_name: text,
    content,
    effect_disposition: optional(fc.constantFrom("none", "unknown")),
    timestamp,
  }),
);
const unknownKeys = fc.dictionary(
  fc.string({ minLength: 1 }).map((key) => `x-${key}`),
  json,
  { maxKeys: 3 },
);
const anyMessage = fc
  .tuple(known, unknownKeys)
  .map(([message, more]): unknown => ({ ...more, ...message }))
  .filter((message): message is Message => isMessage(message));

test("whatever is appended comes back equal, and replayed payloads keep their bytes", { timeout: 30_000 }, async () => {
  using store = await temporaryStore();
  const journal = store.openJournal(null);
  let next = 0;
  await fc.assert(
    fc.asyncProperty(anyMessage, async (message) => {
      const id = `s${next++}`;
      await store.sessions.create(newSession(id));
      await journal.append(id, message, "t");
      const row = store.archive.read(id)?.messages[0];
      expect(row?.message).toEqual(withoutUndefined(message));
      for (const key of ["reasoning_details", "anthropic_content_blocks", "codex_reasoning_items", "tool_calls"]) {
        expect(JSON.stringify(Reflect.get(row?.message ?? {}, key))).toBe(JSON.stringify(Reflect.get(message, key)));
      }
    }),
    { numRuns: 300 },
  );
});

function withoutUndefined(message: Message): unknown {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}

test("flags of a running turn never reach the disk", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const flagged = { role: "user", content: "x", _parts: true, _pending: 1 } as const;
  await store.openJournal(null).append("a", flagged, "t");
  expect(store.sessions.history("a")).toEqual([{ role: "user", content: "x" }]);
});

test("a picture is stored once as a private file and named in the row; a lost one leaves a note", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  const journal = store.openJournal(null);
  await store.sessions.create(newSession("a"));
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=", detail: "low" } } as const;
  const message: Message = { role: "user", content: [{ type: "text", text: "look" }, image] };
  await journal.append("a", message, "t");
  await journal.append("a", { ...message }, "t");
  const folder = join(dirname(options.path), "cache", "images");
  const files = readdirSync(folder);
  expect(files).toEqual(["4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6.png"]);
  expect(statSync(join(folder, files[0] ?? "")).mode & 0o777).toBe(0o600);
  expect(store.sessions.history("a")).toEqual([message, message]);
  rmSync(folder, { recursive: true });
  expect(store.sessions.history("a")[0]?.content).toEqual([
    { type: "text", text: "look" },
    { type: "text", text: "[an image stood here; its file is no longer available]" },
  ]);
});
