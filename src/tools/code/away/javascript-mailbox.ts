/** Through files: a request gets its name when it is whole, then the bell tells it; its answer appears the same way. */
export const javascriptMailbox = `import { closeSync, constants, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
const at = (name) => new URL("./" + name, import.meta.url);

/** The call was not carried out: not available to programs, too many calls, or the connection is gone. */
export class ToolError extends Error {}

async function exchange(message) {
  const client = String(process.pid);
  const name = client + "-" + message.id;
  try {
    writeFileSync(at("draft-" + name), JSON.stringify({ ...message, client }));
    renameSync(at("draft-" + name), at("request-" + name));
    ring(name);
    return await answerTo(name);
  } catch {
    throw new ToolError("The connection to the agent is closed.");
  }
}

async function answerTo(name) {
  const file = at("answer-" + name);
  for (let pauseMs = 1; !existsSync(file); pauseMs = Math.min(pauseMs * 2, 20)) {
    if (!existsSync(at("bell"))) throw new Error("nobody is there");
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const answer = JSON.parse(readFileSync(file, "utf8"));
  rmSync(file);
  return answer;
}

function ring(name) {
  const bell = openSync(at("bell"), constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    writeSync(bell, name + "\\n");
  } finally {
    closeSync(bell);
  }
}
`;
