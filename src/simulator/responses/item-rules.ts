import { imageUrlProblem } from "../image.ts";
import { firstDuplicate, firstOf, refuse } from "../refusal.ts";
import type { Refusal, Rule } from "../refusal.ts";
import { isMessage } from "./schema.ts";
import type { Item } from "./schema.ts";
import type { Subject } from "./subject.ts";

const idPrefixes = { message: "msg", function_call: "fc", function_call_output: "fc", reasoning: "rs" } as const;

const hasInput: Rule<Subject> = ({ items }) =>
  items.length === 0
    ? refuse("Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.", {
        param: "input",
        code: "empty_array",
      })
    : null;

const idsFitTheirKind: Rule<Subject> = ({ items }) =>
  firstOf(items, (item, index) => {
    const prefix = idPrefixes[isMessage(item) ? "message" : item.type];
    const id = item.id ?? null;
    if (id === null || id.startsWith(prefix)) return null;
    return refuse(`Invalid 'input[${index}].id': '${id}'. Expected an ID that begins with '${prefix}'.`, {
      param: `input[${index}].id`,
      code: "invalid_value",
    });
  });

const idsDiffer: Rule<Subject> = ({ items }) => {
  const twice = firstDuplicate(items.flatMap(({ id }) => (id === undefined || id === null ? [] : [id])));
  if (twice === null) return null;
  return refuse(`Duplicate item found with id ${twice}. Remove duplicate items from your input and try again.`, {
    param: "input",
  });
};

/** An id may come again once it was answered; two open calls of one name cannot be told apart. */
const callsPair: Rule<Subject> = ({ items }) => {
  const open = new Set<string>();
  const refusal = firstOf(items, (item) => (isMessage(item) ? null : pairing(item, open)));
  if (refusal !== null) return refusal;
  const [unanswered] = open;
  if (unanswered === undefined) return null;
  return refuse(`No tool output found for function call ${unanswered}.`, { param: "input" });
};

function pairing(item: Exclude<Item, { role: unknown }>, open: Set<string>): Refusal | null {
  if (item.type === "function_call") {
    if (open.has(item.call_id))
      return refuse(`Duplicate function call with call_id ${item.call_id}.`, { param: "input" });
    open.add(item.call_id);
  }
  if (item.type !== "function_call_output" || open.delete(item.call_id)) return null;
  return refuse(`No tool call found for function call output with call_id ${item.call_id}.`, { param: "input" });
}

const reasoningIsOurs: Rule<Subject> = ({ items, context: { seal } }) =>
  firstOf(items, (item) => {
    if (isMessage(item) || item.type !== "reasoning") return null;
    const sealed = item.encrypted_content ?? null;
    if (sealed === null) {
      const id = item.id ?? "";
      return refuse(
        `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        { status: 404, param: "input" },
      );
    }
    if (seal.isClosed(sealed)) return null;
    return refuse(
      `The encrypted content ${sealed.slice(0, 4)}...${sealed.slice(-4)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      { code: "invalid_encrypted_content" },
    );
  });

const reasoningIsFollowed: Rule<Subject> = ({ items }) =>
  firstOf(items, (item, index) => {
    if (isMessage(item) || item.type !== "reasoning" || isModelsOwn(items[index + 1])) return null;
    return refuse(
      `Item '${item.id ?? `input[${index}]`}' of type 'reasoning' was provided without its required following item.`,
      { param: "input" },
    );
  });

function isModelsOwn(item: Item | undefined): boolean {
  if (item === undefined) return false;
  return isMessage(item) ? item.role === "assistant" : item.type !== "function_call_output";
}

const imagesAreReadable: Rule<Subject> = ({ items }) =>
  firstOf(items, (item, index) =>
    firstOf(imagesIn(item), (url) => {
      const problem = imageUrlProblem(url);
      return problem === null ? null : refuse(problem.message, { param: `input[${index}]`, code: problem.code });
    }),
  );

function imagesIn(item: Item): readonly string[] {
  const content = isMessage(item) ? item.content : item.type === "function_call_output" ? item.output : "";
  if (typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "input_image" ? [part.image_url ?? ""] : []));
}

/** The conversation as a list of items. */
export const itemRules: readonly Rule<Subject>[] = [
  hasInput,
  idsFitTheirKind,
  idsDiffer,
  callsPair,
  reasoningIsOurs,
  reasoningIsFollowed,
  imagesAreReadable,
];
