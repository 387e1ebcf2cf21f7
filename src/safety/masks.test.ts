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

test("text that only looks like a mask is left alone", () => {
  const text = "before…after, ***bold***\n***\nwait…what\n";
  expect(restoreMasks(text, null)).toEqual({ kind: "text", text });
});
