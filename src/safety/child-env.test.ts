import { expect, test } from "vitest";
import { childEnvironment } from "./child-env.ts";

const environment = {
  PATH: "/bin",
  SSH_AUTH_SOCK: "/tmp/s",
  MAX_TOKENS: "100",
  KEYBOARD: "us",
  OPENAI_API_KEY: "k",
  OPENAI_API_KEY_2: "k",
  OPENAI_BASE_URL: "u",
  TELEGRAM_BOT_TOKEN: "t",
  MY_SERVICE_TOKEN: "s",
  DB_PASSWORD: "p",
  NPM_AUTH: "n",
  gone: undefined,
};

test("a command sees everything but secrets", () => {
  expect(childEnvironment(environment, [])).toEqual({
    PATH: "/bin",
    SSH_AUTH_SOCK: "/tmp/s",
    MAX_TOKENS: "100",
    KEYBOARD: "us",
  });
});

test("a named variable goes through unless it is a key of our own", () => {
  const seen = childEnvironment(environment, [
    "DB_PASSWORD",
    "OPENAI_API_KEY",
    "OPENAI_API_KEY_2",
    "TELEGRAM_BOT_TOKEN",
  ]);
  expect(Object.keys(seen)).toEqual(["PATH", "SSH_AUTH_SOCK", "MAX_TOKENS", "KEYBOARD", "DB_PASSWORD"]);
});
