import { expect, test } from "vitest";
import { emptyRegistration } from "./registration.ts";
import { settleWebBackends } from "./settle.ts";

test("a web backend that cannot search is named and left out", () => {
  const manifest = { id: "acme" };
  const plugin: Parameters<typeof emptyRegistration>[0] = JSON.parse(JSON.stringify({ manifest }));
  const registration = emptyRegistration(plugin, new Set());
  const good = { name: "good", requiresEnv: [], search: async () => ({ kind: "found" as const, value: [] }) };
  registration.webBackends.push(good, JSON.parse('{"name": "bad"}'));
  const { value, warnings } = settleWebBackends([registration]);
  expect(value).toEqual([good]);
  expect(warnings).toEqual(["Plugin acme offers the web backend bad without search() or requiresEnv; it is not used."]);
});
