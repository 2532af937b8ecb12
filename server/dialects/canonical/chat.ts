/**
 * A chat request in our own form: rich enough that no pair of protocol and provider loses what both can express.
 * Pure types. Protocols parse into it, providers write from it.
 */
export interface CanonicalChat {
  model: string;
  /** System and developer texts, in order. */
  system: TextPart[];
  turns: CanonicalTurn[];
  tools: CanonicalTool[];
  toolChoice?: { type: 'auto' | 'none' | 'required' } | { type: 'tool'; name: string };
  parallelTools?: boolean;
  /** Limit of output tokens; undefined when the client gave none. */
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  stop?: string[];
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  logitBias?: Record<string, number>;
  logprobs?: boolean;
  topLogprobs?: number;
  /** How much to think. An effort word, a budget of tokens, the vendor's own choice, or not at all. */
  reasoning?:
    | { type: 'effort'; effort: string }
    | { type: 'budget'; tokens: number }
    | { type: 'adaptive'; effort?: string }
    | { type: 'off' };
  responseFormat?:
    { type: 'text' } | { type: 'json' } | { type: 'schema'; name: string; schema: unknown; strict?: boolean };
  /** How wordy the answer is to be: `low`, `medium`, `high`. */
  verbosity?: string;
  /** Requests with the same key are likely to share a prefix. */
  promptCacheKey?: string;
  stream: boolean;
  /** The client asked for a usage frame (OpenAI's stream_options.include_usage). */
  includeUsage: boolean;
  user?: string;
  serviceTier?: string;
  metadata?: Record<string, string>;
  /**
   * Places of what only the vendor of the client's own protocol can do (`tools[0].googleSearch`): the request cannot be
   * translated. A list and no refusal, so that a request that needs no translation can still be counted.
   */
  nativeOnly?: readonly string[];
}

export interface CanonicalTurn {
  /**
   * `system`: an instruction that applies from its place in the conversation on. Its parts are texts, and it never stands
   * between tool calls and their results.
   */
  role: 'user' | 'assistant' | 'system';
  parts: TurnPart[];
}

/** Marks the end of a prefix worth caching. */
export interface CacheHint {
  ttl: '5m' | '1h';
}

export interface TextPart {
  type: 'text';
  text: string;
  cache?: CacheHint;
}

export type MediaSource = { type: 'url'; url: string } | { type: 'base64'; mediaType: string; data: string };

export type TurnPart =
  | TextPart
  | { type: 'image'; source: MediaSource; detail?: string; cache?: CacheHint }
  | { type: 'file'; source: MediaSource; name?: string; cache?: CacheHint }
  | { type: 'audio'; format: string; data: string }
  | {
      type: 'tool-call';
      id: string;
      name: string;
      arguments: string;
      /** The vendor's proof of the thoughts behind this very call (Gemini's thoughtSignature). */
      signature?: string;
      cache?: CacheHint;
    }
  | {
      type: 'tool-result';
      id: string;
      name?: string;
      parts: (TextPart | ImagePart)[];
      isError?: boolean;
      cache?: CacheHint;
    }
  | { type: 'reasoning'; text: string; signature?: string }
  | { type: 'reasoning-redacted'; data: string };

export type ImagePart = Extract<TurnPart, { type: 'image' }>;

export interface CanonicalTool {
  name: string;
  description?: string;
  /** JSON schema of the arguments. */
  parameters?: unknown;
  strict?: boolean;
  cache?: CacheHint;
}
