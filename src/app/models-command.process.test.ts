import { createServer } from "node:http";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { modelCommandRuns } from "./models-command.ts";

const runs = modelCommandRuns();
const list = {
  openai: {
    models: {
      "gpt-9": {
        limit: { context: 2_000_000, output: 99_000 },
        cost: { input: 7, output: 8, cache_read: 0.7 },
        modalities: { input: ["text", "image"] },
      },
      broken: { limit: {} },
    },
  },
  unheard: { models: {} },
};

/** Serves what it is told to, and remembers what was asked. */
async function listServer(answer: { text: string; status: number }) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers["if-none-match"]);
    const isKnown = request.headers["if-none-match"] === '"one"';
    response.writeHead(isKnown ? 304 : answer.status, { etag: '"one"' }).end(isKnown ? "" : answer.text);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  return { url: `http://127.0.0.1:${port}/api.json`, asked, [Symbol.dispose]: () => server.close() };
}

test("the list is fetched when asked for, beats what is shipped, and a bad one changes nothing", async () => {
  const answer = { text: JSON.stringify(list), status: 200 };
  using server = await listServer(answer);
  const home = temporaryHome().path;
  const env = { HERMES_MODELS_URL: server.url };
  const show = (model: string) => commandCall(runs.show, { home, words: [model], env });
  expect((await show("openai/gpt-9")).out).toContain("a guess");
  const first = await commandCall(runs.refresh, { home, env });
  expect(first).toMatchObject({ code: 0, out: `1 models of 1 providers are known now (from ${server.url}).\n` });
  expect((await show("openai/gpt-9")).out).toContain(
    "context window   2,000,000 tokens\nmost output      99,000 tokens\ncached from      1,024 tokens\nUS$ per million  7 in, 8 out, 0.7 cache read, 7 cache write\n",
  );
  expect((await commandCall(runs.refresh, { home, env })).out).toBe("Nothing has changed since the last time.\n");
  expect(server.asked).toEqual([undefined, '"one"']);
  const file = join(home, "cache", "model-registry.json");
  writeFileSync(file, "{oh no");
  expect((await show("openai/gpt-9")).out).toContain("a guess");
  expect(readdirSync(join(home, "cache"))).toContain("model-registry.json.corrupt");
  answer.text = "<html>";
  expect(await commandCall(runs.refresh, { home, env })).toMatchObject({
    code: 1,
    err: `hermes: ${server.url} could not be read: it is not a list of models. What was known stays.\n`,
  });
});
