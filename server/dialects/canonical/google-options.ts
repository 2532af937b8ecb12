/** Options of Google's models that clients of other protocols may send. */
export interface GoogleOptions {
  readonly imageConfig?: { readonly aspectRatio?: string; readonly imageSize?: string };
  /** As the client wrote it. Where the model takes no other settings, its budget or level is also in `reasoning`. */
  readonly thinkingConfig?: {
    readonly thinkingBudget?: number;
    readonly thinkingLevel?: string;
    readonly includeThoughts?: boolean;
  };
  readonly cachedContent?: string;
  readonly safetySettings?: readonly { readonly category: string; readonly threshold: string }[];
  /** How the client calls the members that are present. */
  readonly places: {
    readonly [M in 'imageConfig' | 'thinkingConfig' | 'cachedContent' | 'safetySettings']?: string;
  };
  /** What the gateway cannot pass on, as the client calls it. */
  readonly unknown: readonly string[];
}
