import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};

export type WebServer = { readonly url: string; readonly port: number; readonly seen: readonly SeenRequest[] };

type Page =
  | { readonly type?: string; readonly status?: number; readonly body: string | Uint8Array; readonly headers?: Headers }
  | { readonly location: string; readonly status?: number }
  | { readonly begin: string } // and no end
  | "silence";
type Headers = Readonly<Record<string, string>>;

/** A real server on loopback, gone when the test is. */
export async function webServer(
  answer: (request: SeenRequest) => Page | Promise<Page>,
  host = "127.0.0.1",
): Promise<WebServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const heard = await seenOf(request);
    seen.push(heard);
    send(await answer(heard), response);
  };
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://${host}:${port}`, port, seen };
}

async function seenOf(request: IncomingMessage): Promise<SeenRequest> {
  const { method = "", url = "", headers } = request;
  return { method, path: url, headers, body: await text(request) };
}

function send(page: Page, response: ServerResponse): void {
  if (page === "silence") return;
  if ("begin" in page) {
    response.write(page.begin);
    return;
  }
  if ("location" in page) {
    response.writeHead(page.status ?? 302, { location: page.location });
    response.end();
    return;
  }
  response.writeHead(page.status ?? 200, { "content-type": page.type ?? "text/plain; charset=utf-8", ...page.headers });
  response.end(page.body);
}
