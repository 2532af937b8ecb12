/** Destination of a call: the selected channel as a provider needs it. */
export interface Target {
  /** Channel type; see registry.ts. */
  type: number;
  /** Without trailing slash; the default of the type if the channel sets none. */
  baseUrl: string;
  key: string;
  /** Upstream model name, after model mapping. */
  model: string;
  /** Model name that the client requested. */
  requestedModel: string;
  organization: string;
  other: string;
  /** When the channel was made, Unix seconds; undefined if it is not saved yet. */
  createdAt?: number | undefined;
  /** Path and query of the client's request, for upstreams with the same paths. */
  path: string;
  /**
   * Client headers that a provider may forward, in lower case: accept, anthropic-version, anthropic-beta, openai-beta,
   * idempotency-key.
   */
  headers: Readonly<Record<string, string>>;
  /** param_override of the channel: top-level members that replace those of the final body. */
  override: Readonly<Record<string, unknown>> | undefined;
  settings: ProviderSettings;
  /** The highest output limit that may be sent, in tokens per choice: the hold pays for no more. Absent: any. */
  outputLimit?: number;
  /** Drawings name their mode in the path. Absent: they do not. */
  drawingModePrefix?: true;
  /** Add cache hints to translated requests for providers that cache on request, if the hints pay. Absent: never. */
  addsCacheHints?: true;
}

/** What is known of a target before a channel is chosen. */
export type EstimateTarget = Pick<Target, 'model' | 'override'>;

/** Options that affect providers; compiled once per change. */
export interface ProviderSettings {
  claude: {
    defaultMaxTokens: Readonly<Record<string, number>>;
    modelHeaders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
    thinkingAdapter: boolean;
    /**
     * Share of max_tokens used as thinking budget if neither the request nor the model's suffix sets an amount, 0.1 to 1.
     */
    thinkingBudgetShare: number;
  };
  gemini: {
    /** API version by model; `default` applies to all others. */
    versions: Readonly<Record<string, string>>;
    /** Threshold by harm category, `default` for all others. Applies to translated requests that set none. */
    safety: Readonly<Record<string, string>>;
    /** Maximum number of images in one message; -1 for any number. */
    maxImages: number;
    /** Whether suffixes of model names control thinking. */
    thinkingAdapter: boolean;
    /** Share of the output limit that the suffix `-thinking` uses as thinking budget, 0.1 to 1. */
    thinkingBudgetShare: number;
  };
  /** Azure API version of channels that set none; absent: the built-in default. */
  azureVersion?: string;
  /** This installation, for providers that expect the name and URL of the calling application. */
  site?: { address: string; name: string };
}
