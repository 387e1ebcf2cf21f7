import { expect, test } from "vitest";
import { openDesk } from "./open-desk.ts";

const never = new AbortController().signal;
const show = async (): Promise<void> => undefined;

test("the browser's way back is the answer, also when it comes before anybody waits", async () => {
  await using desk = await openDesk({ port: 0, show, paste: null });
  const page = await fetch(`${desk.redirectUrl}?code=1&state=2`);
  expect([page.status, (await fetch(new URL("/other", desk.redirectUrl))).status]).toEqual([200, 404]);
  expect((await desk.answer(never)).toString()).toBe("code=1&state=2");
  const waiting = desk.answer(never);
  await fetch(`${desk.redirectUrl}?error=access_denied`);
  expect((await waiting).toString()).toBe("error=access_denied");
});

test("where the browser runs elsewhere the address is pasted; what holds no answer is asked for again", async () => {
  const words = ["hello", "https://example.com/", "http://127.0.0.1:9/callback?code=7&state=8"];
  await using desk = await openDesk({ port: 0, show, paste: async () => words.shift() ?? null });
  expect((await desk.answer(never)).get("code")).toBe("7");
});

test("a port that is taken is replaced, and a stop ends the waiting", async () => {
  await using first = await openDesk({ port: 0, show, paste: null });
  await using second = await openDesk({ port: Number(new URL(first.redirectUrl).port), show, paste: null });
  expect(second.redirectUrl).not.toBe(first.redirectUrl);
  const stop = new AbortController();
  const waiting = second.answer(stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});
