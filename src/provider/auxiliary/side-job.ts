import type { AuxiliaryRequest, AuxiliaryTask } from "../../domain/auxiliary.ts";
import type { Clock } from "../../domain/clock.ts";
import type { CredentialPools, RefreshCredential } from "../../domain/credential-pool.ts";
import type { ModelClient } from "../../domain/model-client.ts";
import type { RouteParts } from "./candidates.ts";
import type { AuxiliarySettings, TaskSettings } from "./task-settings.ts";

export type AuxiliaryParts = RouteParts & {
  readonly client: ModelClient;
  readonly settings: AuxiliarySettings;
  readonly pools: CredentialPools;
  readonly refresh: RefreshCredential;
  readonly memory: AuxiliaryMemory;
  readonly clock: Clock;
};

/** What the process knows over all tasks: accounts that could not pay, by provider and address. */
export type AuxiliaryMemory = { readonly unpaidUntilMs: Map<string, number> };

/** One call and everything it needs. */
export type SideJob = {
  readonly task: AuxiliaryTask;
  readonly request: AuxiliaryRequest;
  readonly settings: TaskSettings;
  readonly parts: AuxiliaryParts;
};
