/** A plugin that stands beside others. */
type GeneralPlugin = {
  readonly id: string;
  readonly about: string;
  readonly on: boolean;
};

/** One of several of which exactly one works at a time. */
export type ProviderOption = {
  /** As the settings name it. */
  readonly name: string;
  readonly about: string;
};

export type ProviderKind = "engine" | "memory";

export type ProviderChoice = {
  readonly kind: ProviderKind;
  readonly options: readonly ProviderOption[];
  readonly chosen: string;
};

/** What a person decides about plugins on one screen. */
export type PluginChoices = {
  readonly general: readonly GeneralPlugin[];
  readonly providers: readonly ProviderChoice[];
};
