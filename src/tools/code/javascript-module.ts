import { javascriptMailbox } from "./away/javascript-mailbox.ts";
import { javascriptSocket } from "./javascript-socket.ts";
import type { Way } from "./program-files.ts";

/** `hermes-tools` and what lets a program import it by that name; what it needs to know is in connection.json beside it. */
export function javascriptFiles(tools: readonly string[], way: Way) {
  const transport = way === "socket" ? javascriptSocket : javascriptMailbox;
  const exported = tools.map((name) => `export const ${name} = tool("${name}");\n`).join("");
  return { "hermes-tools.mjs": `${transport}\n${client}\n${exported}`, "resolve.mjs": resolve, "hooks.mjs": hooks };
}

/** The tools by name, and all else as if the program stood in its working folder. */
const resolve = `import { pathToFileURL } from "node:url";
const tools = new URL("./hermes-tools.mjs", import.meta.url).href;
const script = new URL("./script.mjs", import.meta.url).href;
const base = pathToFileURL(process.cwd() + "/script.mjs").href;
export function resolve(specifier, context, next) {
  if (specifier === "hermes-tools") return { url: tools, format: "module", shortCircuit: true };
  return next(specifier, context.parentURL === script ? { ...context, parentURL: base } : context);
}
`;

/** Node before 22.15, which another machine may have, runs such a function on a thread of its own only. */
const hooks = `import * as module from "node:module";
import { resolve } from "./resolve.mjs";
if (module.registerHooks) module.registerHooks({ resolve });
else module.register("./resolve.mjs", import.meta.url);
`;

const client = `// The tools of this session. Results are objects; a failed call has an "error" in its object.
import { readFileSync as readGiven } from "node:fs";
const given = JSON.parse(readGiven(new URL("./connection.json", import.meta.url), "utf8"));
let count = 0;
let greeting = null;

async function send(method, params) {
  const { result, error } = await exchange({ jsonrpc: "2.0", id: ++count, method, params });
  if (error !== undefined) throw new ToolError(error.message);
  return result;
}

function tool(name) {
  const order = given.tools[name];
  return async (...args) => {
    const [first] = args;
    const named = args.length === 1 && typeof first === "object" && first !== null && !Array.isArray(first);
    const params = named ? first : Object.fromEntries(args.map((value, index) => [order[index], value]));
    greeting ??= send("hello", { token: given.token });
    greeting.catch(() => undefined); // the call itself is refused then
    const text = await send(name, params);
    try {
      const value = JSON.parse(text);
      return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { content: value };
    } catch {
      return { content: text };
    }
  };
}

/** JSON with control characters in strings, or with other text around it. */
export function json_parse(text) {
  const clean = text.replace(/[\\u0000-\\u001f]/g, " ");
  const found = clean.match(/[[{].*[\\]}]/)?.[0];
  for (const attempt of [text, clean, found]) {
    try {
      if (attempt !== undefined) return JSON.parse(attempt);
    } catch {}
  }
  return JSON.parse(text);
}

export function shell_quote(text) {
  return "'" + String(text).replaceAll("'", "'\\\\''") + "'";
}

/** Calls work() until it neither throws nor returns an object with an error; waits twice as long each time. */
export async function retry(work, max_attempts = 3, delay = 2) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await work();
      if (attempt >= max_attempts || !result?.error) return result;
    } catch (error) {
      if (attempt >= max_attempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delay * 1000 * 2 ** (attempt - 1)));
  }
}
`;
