import { z } from "zod";

const actions = ["create", "edit", "patch", "delete", "write_file", "remove_file"] as const;

export const ManageInputSchema = z.object({
  action: z.enum(actions),
  name: z.string().min(1),
  content: z.string().optional().describe("Whole SKILL.md (create, edit)"),
  old_string: z.string().optional(),
  new_string: z.string().optional(),
  replace_all: z.boolean().optional(),
  category: z.string().optional(),
  file_path: z.string().optional().describe("Below references/, templates/, scripts/ or assets/"),
  file_content: z.string().optional(),
  absorbed_into: z.string().optional().describe("On delete: the skill that takes over"),
});
export type ManageInput = z.output<typeof ManageInputSchema>;

/** What to do, with everything it needs. */
export type ManageCall =
  | { readonly action: "create"; readonly name: string; readonly content: string; readonly category: string | null }
  | { readonly action: "edit"; readonly name: string; readonly content: string }
  | {
      readonly action: "patch";
      readonly name: string;
      /** null: SKILL.md itself. */
      readonly path: string | null;
      readonly old: string;
      readonly replacement: string;
      readonly all: boolean;
    }
  | { readonly action: "delete"; readonly name: string; readonly absorbedInto: string | null }
  | { readonly action: "write_file"; readonly name: string; readonly path: string; readonly content: string }
  | { readonly action: "remove_file"; readonly name: string; readonly path: string };

type Reading =
  | { readonly kind: "call"; readonly call: ManageCall }
  | { readonly kind: "problem"; readonly message: string };

export function readManageCall(input: ManageInput): Reading {
  const { action, name } = input;
  switch (action) {
    case "create":
    case "edit":
      return readText(action, input);
    case "patch":
      return readPatch(input);
    case "delete":
      return { kind: "call", call: { action, name, absorbedInto: input.absorbed_into ?? null } };
    case "write_file":
    case "remove_file":
      return readFile(action, input);
  }
}

function readText(action: "create" | "edit", { name, content, category }: ManageInput): Reading {
  if (content === undefined) return needs(action, "content");
  const call = action === "create" ? { action, name, content, category: category ?? null } : { action, name, content };
  return { kind: "call", call };
}

function readPatch({ name, old_string: old, new_string: replacement, ...input }: ManageInput): Reading {
  if (old === undefined || old.trim() === "" || replacement === undefined) {
    return needs("patch", "old_string, which is not blank, and new_string");
  }
  const [path, all] = [input.file_path ?? null, input.replace_all === true];
  return { kind: "call", call: { action: "patch", name, path, old, replacement, all } };
}

function readFile(action: "write_file" | "remove_file", input: ManageInput): Reading {
  const { name, file_path: path, file_content: content } = input;
  if (path === undefined) return needs(action, "file_path");
  if (action === "remove_file") return { kind: "call", call: { action, name, path } };
  return content === undefined
    ? needs(action, "file_content")
    : { kind: "call", call: { action, name, path, content } };
}

function needs(action: string, what: string): Reading {
  return { kind: "problem", message: `${action} needs ${what}.` };
}
