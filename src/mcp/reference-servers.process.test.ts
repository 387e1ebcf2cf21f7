import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { matching } from "../../tests/support/matching.ts";
import { readyHost, type CallableHost } from "../../tests/support/mcp-calls.ts";
import { mcpWorld, referenceServer } from "../../tests/support/mcp-world.ts";
import { textOf } from "../domain/message.ts";

const world = mcpWorld({ env: { ...process.env, OPENAI_API_KEY: "sk-must-not-be-seen-0000000" } });
const notes = join(world.workspace, "memory.jsonl");
let servers: CallableHost;

beforeAll(async () => {
  servers = await readyHost(
    {
      all: {
        ...referenceServer("everything"),
        env: { GREETING: "hello" },
        tools: { resources: true, prompts: true },
        sampling: true,
      },
      files: { ...referenceServer("filesystem", [world.workspace]), tools: { exclude: ["*_directory*", "read_file"] } },
      notes: {
        ...referenceServer("memory"),
        env: { MEMORY_FILE_PATH: notes },
        tools: { include: ["*_entities", "read_graph"] },
      },
    },
    {
      ...world,
      sample: async ({ messages }) => ({
        kind: "reply",
        text: `heard ${messages.length}`,
        model: "side",
        isCut: false,
      }),
    },
  );
});
afterAll(() => servers[Symbol.asyncDispose]());

test("tools are listed under the server's name, filtered, with what the server says about them", () => {
  const tools = servers.host.tools();
  const shapeOf = (name: string) => {
    const { toolset, readOnly, concurrency, maxResultChars, parameters } =
      tools.find((tool) => tool.name === name) ?? {};
    return { toolset, readOnly, concurrency, maxResultChars, parameters };
  };
  expect(shapeOf("mcp__all__get-sum")).toEqual({
    toolset: "mcp-all",
    readOnly: true,
    concurrency: "shell",
    maxResultChars: 50_000,
    parameters: {
      type: "object",
      properties: {
        a: { type: "number", description: "First number" },
        b: { type: "number", description: "Second number" },
      },
      required: ["a", "b"],
    },
  });
  expect(servers.names().filter((name) => /^mcp__(?:files|notes)__/u.test(name))).toEqual([
    "mcp__files__read_text_file",
    "mcp__files__read_media_file",
    "mcp__files__read_multiple_files",
    "mcp__files__write_file",
    "mcp__files__edit_file",
    "mcp__files__directory_tree",
    "mcp__files__move_file",
    "mcp__files__search_files",
    "mcp__files__get_file_info",
    "mcp__files__list_allowed_directories",
    "mcp__notes__create_entities",
    "mcp__notes__delete_entities",
    "mcp__notes__read_graph",
  ]);
});

test("words, sums, images, links and structured results come back as tool results", async () => {
  expect(await servers.call("mcp__all__echo", { message: "hi" })).toEqual({ kind: "ok", content: "Echo: hi" });
  expect(await servers.read("mcp__all__get-sum", { a: 2, b: 3 })).toBe("The sum of 2 and 3 is 5.");
  expect(await servers.read("mcp__all__get-tiny-image")).toEqual([
    { type: "text", text: "Here's the image you requested:" },
    { type: "image_url", image_url: { url: matching(/^data:image\/png;base64,iVBOR/u) } },
    { type: "text", text: "The image above is the MCP logo." },
  ]);
  expect(await servers.read("mcp__all__get-structured-content", { location: "Chicago" })).toBe(
    JSON.stringify({ temperature: 36, conditions: "Light rain / drizzle", humidity: 82 }),
  );
  expect(await servers.read("mcp__all__get-resource-links", { count: 1 })).toMatch(/\[resource .*: demo:\/\/.*\]/u);
  expect(await servers.read("mcp__all__get-resource-reference", { resourceType: "Text", resourceId: 1 })).toMatch(
    /\[resource demo:\/\/resource\/dynamic\/text\/1\]\nResource 1/u,
  );
});

test("what a server says went wrong is an error in its words", async () => {
  expect(await servers.call("mcp__all__get-sum", { a: "two", b: 3 })).toMatchObject({
    kind: "error",
    message: matching(/number/u),
  });
});

test("a server's process sees the few variables it needs and its own, and no key of ours", async () => {
  const seen: unknown = JSON.parse(textOf(await servers.read("mcp__all__get-env")));
  const names = Object.keys(z.record(z.string(), z.string()).parse(seen));
  expect(seen).toMatchObject({ GREETING: "hello", PATH: process.env["PATH"] });
  expect(
    names.filter(
      (name) => !/^(?:PATH|HOME|USER|LANG|LC_.*|TERM|SHELL|TMPDIR|XDG_.*|GREETING|PWD|OLDPWD|SHLVL|_)$/u.test(name),
    ),
  ).toEqual([]);
});

test("the workspace is the root a server is told of", async () => {
  expect(await servers.read("mcp__all__get-roots-list")).toContain(`file://${world.workspace}`);
});

test("files are read and written through the file server", async () => {
  const path = join(world.workspace, "note.txt");
  writeFileSync(path, "one\n");
  expect(await servers.read("mcp__files__read_text_file", { path })).toBe("one\n");
  await servers.call("mcp__files__write_file", { path, content: "two\n" });
  expect(readFileSync(path, "utf8")).toBe("two\n");
  expect(await servers.call("mcp__files__read_text_file", { path: "/etc/passwd" })).toMatchObject({
    kind: "error",
    message: matching(/denied/u),
  });
});

test("the memory server remembers", async () => {
  const entities = [{ name: "Ada", entityType: "person", observations: ["writes programs"] }];
  await servers.call("mcp__notes__create_entities", { entities });
  expect(await servers.read("mcp__notes__read_graph")).toContain("writes programs");
});

test("resources and prompts are listed, read and filled in by tools of their own", async () => {
  expect(textOf(await servers.read("mcp__all__list_resources"))).toMatch(
    /^\{"resources":\[\{"uri":"demo:.*"templates":\[\{"uriTemplate":"demo:/u,
  );
  expect(await servers.read("mcp__all__read_resource", { uri: "demo://resource/dynamic/text/7" })).toMatch(
    /Resource 7/u,
  );
  expect(await servers.read("mcp__all__list_prompts")).toContain("simple-prompt");
  expect(await servers.read("mcp__all__get_prompt", { name: "args-prompt", arguments: { city: "Rome" } })).toMatch(
    /^user:\n.*Rome/u,
  );
});

test("progress is passed on while a call runs", async () => {
  const notesOf: string[] = [];
  const args = { duration: 0.05, steps: 2 };
  await servers.call("mcp__all__trigger-long-running-operation", args, { progress: (note) => notesOf.push(note) });
  expect(notesOf[0]).toBe("1/2"); // the last one may come together with the result
});

test("a server asks a model only with a yes, and gets its words", async () => {
  const asked: unknown[] = [];
  const sampled = await servers.read(
    "mcp__all__trigger-sampling-request",
    { prompt: "Say something", maxTokens: 10 },
    {
      approve: async ({ action, gate }) => {
        asked.push([gate?.rule, action]); // a rule of its own: a yes to the tool says nothing about this
        return { decision: "allow", by: "test", rule: null };
      },
    },
  );
  expect(sampled).toContain("heard 1");
  expect(asked).toEqual([["sampling:all", matching(/^The MCP server all asks a model: [\s\S]*Say something/u)]]);
  const refused = await servers.call(
    "mcp__all__trigger-sampling-request",
    { prompt: "Again" },
    { approve: async () => denied },
  );
  expect(refused).toMatchObject({ kind: "error", message: matching(/rejected/u) });
});

const denied = { decision: "deny", by: "test", rule: "test", reason: "no" } as const;

test("a server's questions reach the person field by field; without one they are declined", async () => {
  const texts: string[] = [];
  const ask = async ({ text }: { readonly text: string }): Promise<string> => {
    texts.push(text);
    return text.includes("integer") ? "42" : "";
  };
  const answered = await servers.read("mcp__all__trigger-elicitation-request", {}, { ask });
  expect(texts[0]).toMatch(/^The MCP server all asks: /u);
  expect(answered).toMatch(/provided the requested information/u);
  const alone = await servers.read("mcp__all__trigger-elicitation-request", {}, { ask: null });
  expect(alone).toMatch(/declined/u);
});
