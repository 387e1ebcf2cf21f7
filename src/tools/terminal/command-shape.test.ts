import { expect, test } from "vitest";
import { commandShape } from "./command-shape.ts";

test.each([
  "bash",
  "bash -i",
  "/bin/sh -s < x",
  "sudo -s",
  "sudo bash",
  "env A=1 zsh",
  "docker exec -it box sh",
  "ssh host",
  "cat | bash",
  "cd x && su",
  "if unreadable",
])("%s runs what is written to it", async (command) => {
  expect(await commandShape(command)).toMatchObject({ readsCommands: true });
});

test.each(["bash script.sh", "bash -c 'ls'", "npm run dev", "curl -s https://x", "python3 -i", "sed -s p f"])(
  "%s does not",
  async (command) => {
    expect(await commandShape(command)).toMatchObject({ readsCommands: false });
  },
);

const seen = async (command: string) => (await commandShape(command)).usesSudo;

test("sudo is seen where it is a command, and nowhere else", async () => {
  expect(await Promise.all(["sudo ls", "echo x | sudo tee f", "echo $(sudo id)"].map(seen))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await Promise.all(["echo sudo ls", "man sudo", "'sudo ls'"].map(seen))).toEqual([false, false, false]);
});

const dumps = async (command: string) => (await commandShape(command)).dumpsEnvironment;

test("what prints an environment is known behind wrappers, in containers and on other machines", async () => {
  const dumping = ["env", "kubectl exec web-0 -- env", "docker exec web printenv", "ssh host env", "sudo printenv"];
  expect(await Promise.all(dumping.map(dumps))).toEqual(dumping.map(() => true));
  const others = ["ls", "grep env src", "kubectl exec web -- ls /etc/env", "npm run setup"];
  expect(await Promise.all(others.map(dumps))).toEqual(others.map(() => false));
});
