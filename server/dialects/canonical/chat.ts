import type { GoogleOptions } from './google-options.js';

/**
 * A chat request in canonical form. It can hold everything that at least one protocol and one provider have in common.
 * Protocols parse into it, providers render from it. Types only.
 */
export interface CanonicalChat {
  model: string;
  /** System and developer texts, in order. */
  system: TextPart[];
  turns: CanonicalTurn[];
  tools: CanonicalTool[];
  toolChoice?: { type: 'auto' | 'none' | 'required' } | { type: 'tool'; name: string };
  parallelTools?: boolean;
  /** Maximum output tokens; undefined when the client set none. */
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
  /** Reasoning settings: an effort level, a token budget, adaptive (the provider decides), or off. */
  reasoning?:
    | { type: 'effort'; effort: string }
    | { type: 'budget'; tokens: number }
    | { type: 'adaptive'; effort?: string }
    | { type: 'off' };
  responseFormat?:
    { type: 'text' } | { type: 'json' } | { type: 'schema'; name: string; schema: unknown; strict?: boolean };
  /** How verbose the response should be: `low`, `medium`, `high`. */
  verbosity?: string;
  /** Requests with the same key are likely to share a prefix. */
  promptCacheKey?: string;
  stream: boolean;
  /** The client requested a usage frame (OpenAI's stream_options.include_usage). */
  includeUsage: boolean;
  user?: string;
  serviceTier?: string;
  metadata?: Record<string, string>;
  /** Options that only Google's models have; others reject them. */
  google?: GoogleOptions;
  /**
   * Locations of features that only the client protocol's own provider supports (`tools[0].googleSearch`). A request with
   * any of these cannot be translated. They are listed instead of rejected so that the tokens of a request that needs no
   * translation can still be counted.
   */
  nativeOnly?: readonly string[];
}

export interface CanonicalTurn {
  /**
   * `system`: an instruction that applies from its position in the conversation onwards. It has text parts only and never
   * stands between tool calls and their results.
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
  | {
      type: 'image';
      source: MediaSource;
      detail?: string;
      cache?: CacheHint;
      /**
       * A model made it in an earlier response, and the client sends it back in the form in which it received it: inside the
       * text, or beside it. Providers without images in responses leave it out; others send it in the turn of the assistant.
       */
      ofResponse?: true;
    }
  | { type: 'file'; source: MediaSource; name?: string; cache?: CacheHint }
  | { type: 'audio'; format: string; data: string }
  | {
      type: 'tool-call';
      id: string;
      name: string;
      arguments: string;
      /** The provider's signature of the reasoning behind this call (Gemini's thoughtSignature). */
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
