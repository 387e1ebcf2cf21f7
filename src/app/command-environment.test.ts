import { expect, test } from "vitest";
import { defaults } from "../config/schema/settings.ts";
import { commandEnvironment } from "./command-environment.ts";

test("keys the agent itself uses never reach a command, whatever they are called and whoever wants to pass them on", () => {
  const names = ["ACME_LOGIN", "DEPLOY_TOKEN", "SIDE", "FALLBACK_LOGIN"];
  const side = { ...defaults.auxiliary.approval, api_key: "side-model-key-0001" };
  const settings = {
    ...defaults,
    terminal: { ...defaults.terminal, env_passthrough: names },
    providers: { acme: { key_env: "ACME_LOGIN" }, plain: { api_key: "none" } },
    fallback_providers: [{ provider: "acme", model: "m", key_env: "FALLBACK_LOGIN" }],
    auxiliary: { ...defaults.auxiliary, approval: side },
  };
  const environment = {
    PATH: "/bin",
    MODE: "none",
    ACME_LOGIN: "secret-of-acme",
    FALLBACK_LOGIN: "secret-of-another",
    SIDE: "side-model-key-0001",
    DEPLOY_TOKEN: "the person's own",
  };
  expect(commandEnvironment(environment, settings)).toEqual({
    PATH: "/bin",
    MODE: "none",
    DEPLOY_TOKEN: "the person's own",
  });
});
