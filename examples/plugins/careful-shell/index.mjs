/** A hook that blocks, asks a person, or changes a call. Plain JavaScript; nothing to import, nothing to build. */
export default {
  register(ctx) {
    ctx.registerHook("pre_tool_call", ({ args }) => opinionOn(String(args.command ?? "")), {
      matcher: "terminal",
      failClosed: true, // when this cannot answer, the command does not run
    });
  },
};

function opinionOn(command) {
  if (/\bgit\s+push\b.*\bmain\b/.test(command))
    return { action: "block", message: "Pushes to main go through a pull request. Push a branch instead." };
  if (/\brm\b/.test(command)) return { action: "approve", message: "it deletes files", rule: "careful-shell" };
  if (/^npm (?:ci|install)\b/.test(command) && !command.includes("--ignore-scripts"))
    return { action: "modify", args: { command: `${command} --ignore-scripts` } };
  return null;
}
