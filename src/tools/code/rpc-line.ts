import { timingSafeEqual } from "node:crypto";
import { z } from "zod";

export type RpcAnswer = { readonly result: string } | { readonly problem: string };

/** What is done for a program that calls a tool. */
export type Answering = (method: string, params: Readonly<Record<string, unknown>>) => Promise<RpcAnswer>;

const Request = z.object({
  id: z.int(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** Who asks, where one way serves everybody. */
  client: z.string().optional(),
});
export type Request = z.infer<typeof Request>;

const Hello = z.object({ token: z.string() });

export const longestLine = 32 * 1024 * 1024; // characters; a whole file may stand in one

export function readRequest(line: string): Request | null {
  try {
    return Request.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null; // no JSON: not our module
  }
}

export function answerText(id: number, said: RpcAnswer): string {
  const body = "result" in said ? said : { error: { code: -32_000, message: said.problem } };
  return JSON.stringify({ jsonrpc: "2.0", id, ...body });
}

/** Whoever knows the token first is the one client there is. Null: this is nobody we talk to. */
export function createDoor(token: string, answer: Answering) {
  let client: unknown = null;
  const admits = (who: unknown, { method, params }: Request): boolean => {
    if (client === who) return true;
    const hello = Hello.safeParse(params);
    if (client !== null || method !== "hello" || !hello.success || !same(hello.data.token, token)) return false;
    client = who;
    return true;
  };
  return async (who: unknown, request: Request): Promise<RpcAnswer | null> => {
    if (!admits(who, request)) return null;
    return request.method === "hello" ? { result: "" } : answer(request.method, request.params);
  };
}

function same(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
