import { z } from "zod";
import { ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool } from "../domain/tool.ts";
import { callOf, framed } from "./foreign-tool.ts";
import type { PlannedTool } from "./planned-tool.ts";
import { joined, partOf, resourcePart } from "./render-result.ts";
import type { McpServer, ServerLine } from "./server.ts";

/** Reading what a server keeps, for the model. */
export function resourceTools(server: McpServer, maxResultChars: number): readonly PlannedTool[] {
  const list = planned(server, maxResultChars, {
    tool: "list_resources",
    description: `List what can be read from the MCP server ${server.name}.`,
    input: z.object({}),
    run: async (line) => {
      const { resources, templates } = await line.listResources();
      const known = resources.map(({ uri, name, mimeType, description }) => ({ uri, name, mimeType, description }));
      const forms = templates.map(({ uriTemplate, name, description }) => ({ uriTemplate, name, description }));
      return ok({ resources: known, ...(forms.length === 0 ? {} : { templates: forms }) });
    },
  });
  const read = planned(server, maxResultChars, {
    tool: "read_resource",
    description: `Read a resource of the MCP server ${server.name}.`,
    input: z.object({ uri: z.string().min(1) }),
    run: async (line, { uri }) => ok(joined((await line.readResource(uri)).contents.map(resourcePart))),
  });
  return [list, read];
}

/** The prompts a server has ready: listed, and filled in. */
export function promptTools(server: McpServer, maxResultChars: number): readonly PlannedTool[] {
  const list = planned(server, maxResultChars, {
    tool: "list_prompts",
    description: `List the prompts of the MCP server ${server.name}.`,
    input: z.object({}),
    run: async (line) => {
      const prompts = await line.listPrompts();
      return ok({
        prompts: prompts.map(({ name, description, arguments: args }) => ({ name, description, arguments: args })),
      });
    },
  });
  const get = planned(server, maxResultChars, {
    tool: "get_prompt",
    description: `Get a prompt of the MCP server ${server.name}, filled in.`,
    input: z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.string()).optional() }),
    run: async (line, { name, arguments: args = {} }) => {
      const { messages } = await line.getPrompt(name, args);
      return ok(joined(messages.flatMap(({ role, content }) => [{ type: "text", text: `${role}:` }, partOf(content)])));
    },
  });
  return [list, get];
}

type Utility<Input extends z.ZodObject> = {
  readonly tool: string;
  readonly description: string;
  readonly input: Input;
  readonly run: (line: ServerLine, input: z.output<Input>) => Promise<ToolOutcome>;
};

function planned<Input extends z.ZodObject>(
  server: McpServer,
  maxResultChars: number,
  { tool: named, description, input, run }: Utility<Input>,
): PlannedTool {
  const make: PlannedTool["make"] = (name) => {
    const frame = { name, server, maxResultChars, readOnly: true };
    const tool = defineTool({
      ...framed(frame),
      description,
      input,
      ownLimitMs: () => server.limitMs,
      run: (given, context) => callOf(frame, given, (line) => run(line, given)).run(context),
    });
    return { ...tool, server: server.name };
  };
  return { server: server.name, tool: named, make };
}
