import type {
  ApprovalMode,
  ApprovalRecord,
  ApprovalSession,
  ApprovalVerdict,
  EditsMode,
} from "../../domain/approval.ts";
import { FetchedMemory } from "./fetched-memory.ts";

const cycle: Readonly<Record<EditsMode, EditsMode>> = { allow: "ask", ask: "plan", plan: "allow" };
const mostRecords = 200;

/** What a session and its children remember between decisions. */
export class ApprovalState implements ApprovalSession {
  mode: ApprovalMode;
  yolo: boolean;
  /** What waits for a person; whoever wants the same waits along. */
  readonly pending = new Map<string, Promise<ApprovalVerdict>>();
  /** How often in a row the reviewer has said no. */
  reviewerDenials = 0;
  readonly fetched = new FetchedMemory();
  #edits: EditsMode;
  #beforePlan: EditsMode = "allow";
  readonly #rules = new Set<string>();
  readonly #entries: string[] = [];
  readonly #decisions: ApprovalRecord[] = [];

  constructor({ mode, edits, yolo }: Pick<ApprovalSession, "mode" | "edits" | "yolo">) {
    this.mode = mode;
    this.yolo = yolo;
    this.#edits = edits;
  }

  get edits(): EditsMode {
    return this.#edits;
  }

  set edits(mode: EditsMode) {
    if (mode === "plan" && this.#edits !== "plan") this.#beforePlan = this.#edits;
    this.#edits = mode;
  }

  readonly cycleEdits = (): EditsMode => {
    this.edits = cycle[this.#edits];
    return this.#edits;
  };

  readonly plan = (on = this.#edits !== "plan"): EditsMode => {
    if (on) this.edits = "plan";
    else if (this.#edits === "plan") this.#edits = this.#beforePlan;
    return this.#edits;
  };

  get grants(): readonly string[] {
    return [...this.#rules];
  }

  isGranted(rule: string): boolean {
    return this.#rules.has(rule);
  }

  grant(rules: readonly string[]): void {
    for (const rule of rules) this.#rules.add(rule);
  }

  /** What "always" has stored since the settings were read. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  allowAlways(entries: readonly string[]): void {
    this.#entries.push(...entries);
  }

  readonly forgetGrants = (): void => this.#rules.clear();

  get decisions(): readonly ApprovalRecord[] {
    return this.#decisions;
  }

  record(decision: ApprovalRecord): void {
    this.#decisions.push(decision);
    if (this.#decisions.length > mostRecords) this.#decisions.shift();
  }
}
