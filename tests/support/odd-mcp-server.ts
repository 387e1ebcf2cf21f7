import { spawn } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";

/** A small MCP server over stdio that misbehaves in the way its first argument names. */
const [behaviour = "", file = ""] = process.argv.slice(2);

const MessageSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z
    .looseObject({
      name: z.string().optional(),
      arguments: z.unknown().optional(),
      protocolVersion: z.string().optional(),
    })
    .optional(),
});
type Message = z.infer<typeof MessageSchema>;

function send(message: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function note(text: string): void {
  if (file !== "" && behaviour !== "speaking") appendFileSync(file, `${text}\n`);
}

const tools = [
  { name: "go", description: "Goes", inputSchema: { type: "object", properties: { n: { type: "number" } } } },
  { name: "look", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
];

/** More than anybody wants to read in every request; the last one is the one to look for. */
const many = [
  ...Array.from({ length: 80 }, (_, index) => ({
    name: `make_report_${index}`,
    description: `Makes quarterly report number ${index} out of the ledgers, with totals by region. `.repeat(8),
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", description: "The region whose ledgers are summed up" } },
    },
  })),
  {
    name: "closeTicket",
    description: "Closes a ticket of the help desk",
    inputSchema: {
      type: "object",
      properties: { ticket: { type: "integer" }, reason: { type: "string" } },
      required: ["ticket", "reason"],
    },
  },
];

const answers: Readonly<Record<string, (message: Message) => void>> = {
  initialize: ({ id, params }) => {
    const serverInfo = { name: "odd", version: "1" };
    const { ODD_INSTRUCTIONS: instructions } = process.env; // left out where there are none
    const { protocolVersion } = params ?? {};
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo, instructions } });
  },
  "tools/list": ({ id }) => {
    note("listed");
    send({ id, result: { tools: behaviour === "many" ? many : tools } });
  },
  "notifications/cancelled": () => note("cancelled"),
  "tools/call": ({ id, params }) => {
    note(`called ${params?.name}`);
    if (behaviour === "crashing" && params?.name === "go") process.exit(7);
    if (behaviour === "hanging") return;
    const text = behaviour === "many" ? JSON.stringify([params?.name, params?.arguments]) : textOf(behaviour);
    send({ id, result: { content: [{ type: "text", text }] } });
  },
};

function textOf(kind: string): string {
  if (kind === "speaking") return file; // the second argument is its answer
  return kind === "big" ? "x".repeat(300_000) : "done";
}

/** Neither a closed stdin nor a polite signal ends it, and it has a helper of the same kind. */
function turnDeaf(): void {
  process.on("SIGTERM", () => undefined);
  setInterval(() => undefined, 1_000);
  const program = "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)";
  const helper = spawn(process.execPath, ["-e", program], { stdio: "ignore" });
  note(`${process.pid} ${helper.pid}`);
}

function listen(): void {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = MessageSchema.parse(JSON.parse(line));
    answers[message.method ?? ""]?.(message);
  });
}

/** Answers once a file appears beside its diary. */
function listenLater(): void {
  if (existsSync(`${file}.go`)) listen();
  else setTimeout(listenLater, 20);
}

if (behaviour === "deaf") turnDeaf();
if (behaviour === "noisy") process.stdout.write("Starting up...\n\n{not json}\n");
if (behaviour === "dying") {
  process.stderr.write("cannot start: api_key=sk-live-abcdefghijklmnopqrstuvwxyz0123 is not valid\n");
  process.exit(3);
}
if (behaviour === "mute") process.stdin.resume();
else if (behaviour === "late") listenLater();
else listen();
