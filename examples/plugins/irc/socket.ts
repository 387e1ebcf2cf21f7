import { connect as connectPlainly, type Socket } from "node:net";
import { connect as connectSafely } from "node:tls";

const quietMs = 90_000; // without a word from the server
const farewellMs = 2_000;
const longestLine = 16_384; // with tags; a server that sends more without a line break is none

export type Wire = {
  /** The line without its end. False: nobody is there any more. */
  readonly write: (line: string) => boolean;
  readonly close: (farewell: string) => void;
};

type Ears = {
  readonly line: (text: string) => void;
  /** Once, and not after `close`. */
  readonly closed: (why: string) => void;
};

/** Lines to and from a server. Certificates are checked, as everywhere in Node. */
export function openWire(
  to: { readonly server: string; readonly port: number; readonly tls: boolean },
  ears: Ears,
): Wire {
  const { server: host, port } = to;
  const socket = to.tls ? connectSafely({ host, port, servername: host }) : connectPlainly({ host, port });
  let isOver = false;
  const end = (why: string): void => {
    socket.destroy();
    if (!isOver) ears.closed(why);
    isOver = true;
  };
  socket.setEncoding("utf8");
  socket.on("error", ({ message }) => end(message));
  socket.on("close", () => end("the server closed the connection"));
  socket.on(
    "data",
    splitter(ears.line, () => end("the server sends no lines")),
  );
  watchSilence(socket, end);
  return {
    write: (line) => {
      if (!isOver) socket.write(`${line}\r\n`);
      return !isOver;
    },
    close: (farewell) => {
      isOver = true;
      if (socket.connecting) return void socket.destroy();
      socket.removeAllListeners("timeout").setTimeout(farewellMs, () => void socket.destroy());
      socket.end(`${farewell}\r\n`);
      socket.destroySoon();
    },
  };
}

function splitter(line: (text: string) => void, tooLong: () => void): (data: Buffer | string) => void {
  let rest = "";
  return (data) => {
    const lines = (rest + String(data)).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const each of lines) if (each !== "") line(each);
    if (rest.length > longestLine) tooLong();
  };
}

/** A dead connection looks like a quiet one: ask, and do not wait for ever. */
function watchSilence(socket: Socket, end: (why: string) => void): void {
  let isAsked = false;
  socket.on("data", () => void (isAsked = false));
  socket.setTimeout(quietMs, () => {
    if (isAsked) return end("the server does not answer");
    isAsked = true;
    socket.write("PING :still-there\r\n");
  });
}
