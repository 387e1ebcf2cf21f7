import { expect, test } from "vitest";
import { restoreMasks } from "./masks.ts";
import { redactSecrets } from "./redact.ts";

const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3";
const file = `name: x\ntoken: "${secret}"\n`;

test("a mask in new text becomes the one value of the file it stands for", () => {
  const edited = redactSecrets(file).replace("name: x", "name: y");
  expect(restoreMasks(edited, file)).toEqual({ kind: "text", text: `name: y\ntoken: "${secret}"\n` });
});

test("a short secret comes back as well; the many lines of a private key cannot", () => {
  const current = '{"password": "hunter2x"}\n';
  expect(restoreMasks(redactSecrets(current), current)).toEqual({ kind: "text", text: current });
  const key = `-----BEGIN RSA PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nc3BlbnNzaC1rZXktdjEAAAAA\n-----END RSA PRIVATE KEY-----\n`;
  expect(restoreMasks(redactSecrets(key), key)).toEqual({ kind: "refused", line: 2, mask: "***", values: 2 });
});

test("a mask that stands for nothing, or for two values, is refused with its line", () => {
  const other = "ghp_a1ZZZZZZZZZZZZZZZZZZZZZ9L2m3";
  expect(restoreMasks(`a\nb ${redactSecrets(secret)}\n`, null)).toEqual({
    kind: "refused",
    line: 2,
    mask: "ghp_a1…L2m3",
    values: 0,
  });
  expect(restoreMasks(redactSecrets(secret), `${secret}\n${other}`)).toEqual({
    kind: "refused",
    line: 1,
    mask: "ghp_a1…L2m3",
    values: 2,
  });
});

test("only the new parts of a text are looked at, and a line may hold another secret beside the mask", () => {
  const current = `${secret}\nkeep AKIAIO…MPLE\n`;
  const text = `x AKIAIO…MPLE\na ghp_a1…L2m3 b npm_Zq8xT2Wm5RkP7vLdZq8xT2Wm5RkP7vLd99\n`;
  expect(restoreMasks(text, current, [{ start: 16, end: text.length }])).toEqual({
    kind: "text",
    text: text.replace("ghp_a1…L2m3", secret),
  });
});

test("what reads like a mask in the file already may stay, as no other value", () => {
  const current = 'docs: {"password": "***"}\n';
  expect(restoreMasks(`more\n${current}`, current)).toEqual({ kind: "text", text: `more\n${current}` });
});

test("text that only looks like a mask is left alone", () => {
  const text = "before…after, ***bold***\n***\nwait…what\n";
  expect(restoreMasks(text, null)).toEqual({ kind: "text", text });
});
