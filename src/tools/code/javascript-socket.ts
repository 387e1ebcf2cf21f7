/** Over a Unix socket, a line a message. While nothing is waited for it keeps no program alive. */
export const javascriptSocket = `import { createConnection } from "node:net";
import { fileURLToPath } from "node:url";
const waiting = new Map();
let socket = null;

/** The call was not carried out: not available to programs, too many calls, or the connection is gone. */
export class ToolError extends Error {}

function open() {
  let rest = "";
  socket = createConnection(fileURLToPath(new URL("./tools.sock", import.meta.url)));
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
}

function settle(answer) {
  const { resolve } = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (waiting.size === 0) socket.unref();
  resolve(answer);
}

function exchange(message) {
  if (socket === null) open();
  socket.ref();
  socket.write(JSON.stringify(message) + "\\n");
  return new Promise((resolve, reject) => waiting.set(message.id, { resolve, reject }));
}
`;
