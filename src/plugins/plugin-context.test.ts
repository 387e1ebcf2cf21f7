import { expect, test } from "vitest";
import { noLog } from "../domain/log.ts";
import { parseManifest } from "./manifest/manifest.ts";
import { pluginContext } from "./plugin-context.ts";
import { emptyRegistration } from "./registration.ts";
import type { ServiceDesk } from "./services.ts";
import { unwatched } from "./watch.ts";

function contextAt(desk: ServiceDesk, ...granted: readonly string[]) {
  const read = parseManifest({ id: "a", entry: "a.js" });
  if (read.kind === "problem") throw new Error(read.problem);
  const registration = emptyRegistration({ source: "user", folder: ".", manifest: read.manifest }, new Set(granted));
  return pluginContext({
    registration,
    config: {},
    home: ".",
    log: noLog,
    watch: unwatched,
    desk,
    secret: () => undefined,
  });
}

const unused = async (): Promise<never> => {
  throw new Error("not in this test");
};

test("text is injected into the session that is open, and else given to the gateway, which may come later", () => {
  const desk: ServiceDesk = { current: null, gateway: null };
  const { inject } = contextAt(desk, "session.inject");
  expect(() => inject("s", "x")).toThrow("this is possible once the session is open");
  const given: string[] = [];
  const takes = (who: string, key: string) => (asked: string, text: string) =>
    asked === key && given.push(`${who}: ${text}`) > 0;
  desk.gateway = takes("gateway", "agent:main:pigeon:dm:1");
  expect([inject("agent:main:pigeon:dm:1", "one"), inject("s", "two")]).toEqual([true, false]);
  desk.current = { complete: unused, callTool: unused, inject: takes("session", "s") };
  expect([inject("s", "three"), inject("agent:main:pigeon:dm:1", "four"), inject("other", "five")]).toEqual([
    true,
    true,
    false,
  ]);
  desk.gateway = null;
  expect(inject("agent:main:pigeon:dm:1", "six")).toBe(false);
  expect(given).toEqual(["gateway: one", "session: three", "gateway: four"]);
});

test("without session.inject nothing is injected anywhere", () => {
  const { inject } = contextAt({ current: null, gateway: () => true });
  expect(() => inject("s", "x")).toThrow("session.inject");
});
