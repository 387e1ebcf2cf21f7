/** `hermes-tools` as a program imports it; what it connects to stands in connection.json beside it. */
export function javascriptModule(tools: readonly string[]): string {
  return `${client}\n${tools.map((name) => `export const ${name} = tool("${name}");\n`).join("")}`;
}

/** Lets the program import the tools by name, and all else as if it stood in its working folder. */
export const javascriptHooks = `import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
const { script, base } = JSON.parse(readFileSync(new URL("./connection.json", import.meta.url), "utf8"));
const tools = new URL("./hermes-tools.mjs", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === "hermes-tools") return { url: tools, format: "module", shortCircuit: true };
    return next(specifier, context.parentURL === script ? { ...context, parentURL: base } : context);
  },
});
`;

const client = `// The tools of this session. Results are objects; a failed call has an "error" in its object.
import { readFileSync } from "node:fs";
import { createConnection } from "node:net";
const given = JSON.parse(readFileSync(new URL("./connection.json", import.meta.url), "utf8"));
const waiting = new Map();
let socket = null;
let count = 0;

/** The call was not carried out: not available to programs, too many calls, or the connection is gone. */
export class ToolError extends Error {}

function open() {
  let rest = "";
  socket = createConnection(given.socket);
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    const lines = (rest + text).split("\\n");
    rest = lines.pop();
    for (const line of lines) settle(JSON.parse(line));
  });
  const lost = () => {
    for (const { reject } of waiting.values()) reject(new ToolError("The connection to the agent is closed."));
    waiting.clear();
  };
  socket.on("error", lost);
  socket.on("close", lost);
  send("hello", { token: given.token }).catch(() => undefined);
}

function settle({ id, result, error }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (waiting.size === 0) socket.unref();
  if (error === undefined) resolve(result);
  else reject(new ToolError(error.message));
}

function send(method, params) {
  const id = ++count;
  socket.ref();
  socket.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function tool(name) {
  const order = given.tools[name];
  return async (...args) => {
    const [first] = args;
    const named = args.length === 1 && typeof first === "object" && first !== null && !Array.isArray(first);
    const params = named ? first : Object.fromEntries(args.map((value, index) => [order[index], value]));
    if (socket === null) open();
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
