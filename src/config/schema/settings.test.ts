import { expect, test } from "vitest";
import { configJsonSchema } from "./json-schema.ts";
import { knownKeys, schemaAt } from "./keys.ts";
import { defaults, sectionNames, sections } from "./settings.ts";

test.each(sectionNames)("the defaults of %s are what its own schema accepts, unchanged", (name) => {
  expect(sections[name].schema().parse(defaults[name])).toEqual(defaults[name]);
});

test("an empty file gives exactly the defaults", () => {
  const filled = sectionNames.map((name) => [name, sections[name].documented().parse(undefined)]);
  expect(Object.fromEntries(filled)).toEqual(defaults);
});

test("the defaults cannot be changed by whoever holds them", () => {
  expect(Object.isFrozen(defaults)).toBe(true);
  expect(Object.isFrozen(defaults.agent.empty_response_guard)).toBe(true);
  expect(Object.isFrozen(defaults.toolsets)).toBe(true);
});

test("the JSON Schema allows a bare model name, requires nothing and states the defaults", () => {
  const schema = configJsonSchema();
  expect(schema["required"]).toBeUndefined();
  expect(schema).toMatchObject({
    type: "object",
    properties: {
      model: { anyOf: [{ type: "string" }, { type: "object" }] },
      agent: { properties: { max_turns: { default: 90 } } },
      prompt_caching: { properties: { cache_ttl: { enum: ["5m", "1h"], default: "5m" } } },
    },
  });
});

test("keys are found through maps of any names", () => {
  expect(knownKeys()).toContain("agent.empty_response_guard.cost_threshold_usd");
  expect(schemaAt(["providers", "anything", "base_url"])).not.toBeNull();
  expect(schemaAt(["providers", "anything", "base_ur"])).toBeNull();
  expect(schemaAt(["gateway", "platforms", "telegram", "home_channel"])).not.toBeNull();
  expect(schemaAt(["__proto__"])).toBeNull();
  expect(schemaAt(["agent", "toString"])).toBeNull();
});
