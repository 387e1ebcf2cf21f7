import { expect, test } from "vitest";
import { z } from "zod";
import { defaults } from "../config/schema/settings.ts";
import { ok } from "../domain/outcome.ts";
import { serverSettings } from "../../tests/support/mcp-world.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { chooseMcpTools } from "./choose-mcp-tools.ts";

const tool = (server: string, name: string): Tool =>
  defineTool({
    name: `mcp__${server}__${name}`,
    toolset: `mcp-${server}`,
    description: "",
    concurrency: "free",
    input: z.object({}),
    run: async () => ok(""),
  });
const tools = [tool("a", "one"), tool("a", "two"), tool("b", "one")];
const [a1, a2, b1] = tools.map(({ name }) => name);

test.each([
  [["hermes-cli"], {}, [a1, a2, b1]],
  [["all"], {}, [a1, a2, b1]],
  [["hermes-webhook"], {}, []],
  [["file"], {}, []],
  [["file", "mcp-a"], {}, [a1, a2]],
  [["mine"], {}, [b1]],
  [["hermes-cli"], { disabled_toolsets: ["mcp-a"] }, [b1]],
  [["hermes-cli"], { disabled_tools: ["mcp__a__two"] }, [a1, b1]],
])("toolsets %j with %j give %j", (toolsets, agent, names) => {
  const server = serverSettings({ command: "x" });
  const settings = {
    ...defaults,
    agent: { ...defaults.agent, ...agent },
    mcp_servers: { a: server, b: server },
    custom_toolsets: { mine: ["mcp-b"] },
  };
  expect(chooseMcpTools(tools, { settings, options: { toolsets } }).map(({ name }) => name)).toEqual(names);
});
