import { expect, test } from "vitest";
import { codeEnvironment } from "./code-environment.ts";

const shell = {
  PATH: "/bin",
  LC_ALL: "C",
  XDG_CACHE_HOME: "/c",
  XDG_SESSION_TOKEN: "t",
  CONDA_PREFIX: "/conda",
  VIRTUAL_ENV: "/venv",
  PYTHONPATH: "/mine:/yours",
  EDITOR: "vi",
  SSH_AUTH_SOCK: "/s",
  DEPLOY_TOKEN: "d",
};

test("a program sees a short list of names, and of those none that sounds like a secret", () => {
  expect(codeEnvironment(shell, { passthrough: ["DEPLOY_TOKEN"], strict: false, modules: ["/run", "/work"] })).toEqual({
    PATH: "/bin",
    LC_ALL: "C",
    XDG_CACHE_HOME: "/c",
    CONDA_PREFIX: "/conda",
    VIRTUAL_ENV: "/venv",
    PYTHONPATH: "/run:/work:/mine:/yours",
    DEPLOY_TOKEN: "d",
    PYTHONIOENCODING: "utf-8",
  });
});

test("in strict mode nothing of the project's Python comes along", () => {
  expect(codeEnvironment(shell, { passthrough: [], strict: true, modules: ["/run"] })).toEqual({
    PATH: "/bin",
    LC_ALL: "C",
    XDG_CACHE_HOME: "/c",
    PYTHONPATH: "/run",
    PYTHONIOENCODING: "utf-8",
  });
});
