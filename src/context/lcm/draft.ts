import type { ContextNode, NewNode, NodeStore } from "../../domain/context-nodes.ts";
import { coverOf, type Cover } from "./cover.ts";
import type { Spine } from "./spine.ts";

type Change = { readonly id: string; readonly node: NewNode; readonly supersedes: readonly string[] };

/** Nodes as they will be. Nothing of it lasts before `commit`, and then all of it does. */
export class Draft {
  readonly spine: Spine;
  readonly #changes: Change[] = [];
  #nodes: readonly ContextNode[];
  #cover: Cover | null = null;

  constructor(spine: Spine, nodes: readonly ContextNode[]) {
    this.spine = spine;
    this.#nodes = nodes;
  }

  get cover(): Cover {
    this.#cover ??= coverOf(this.spine, this.#nodes);
    return this.#cover;
  }

  get size(): number {
    return this.#changes.length;
  }

  /** How many of the new nodes were written by rules. */
  get byRules(): number {
    return this.#changes.filter(({ node }) => node.level === 3).length;
  }

  add(node: NewNode, supersedes: readonly string[] = []): void {
    const id = `new${this.#changes.length}`;
    this.#changes.push({ id, node, supersedes });
    const kept = this.#nodes.filter((known) => !supersedes.includes(known.id));
    this.#nodes = [...kept, { ...node, id, createdAt: 0, supersedes }];
    this.#cover = null;
  }

  async commit(store: NodeStore): Promise<void> {
    await store.transact((nodes) => {
      const ids = new Map<string, string>();
      const real = (id: string): string => ids.get(id) ?? id;
      for (const { id, node, supersedes } of this.#changes) {
        const made = { ...node, children: node.children.map(real) };
        ids.set(id, supersedes.length === 0 ? nodes.put(made) : nodes.supersede(supersedes.map(real), made));
      }
    });
    this.#nodes = store.list();
    this.#cover = null;
    this.#changes.length = 0;
  }
}
