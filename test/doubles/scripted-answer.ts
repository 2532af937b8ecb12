/** What a scripted upstream says, whatever dialect it is asked in. */
export interface ScriptedAnswer {
  /** One delta per piece when streamed. */
  text: readonly string[];
  reasoning: readonly string[];
  /** Shown by the Anthropic dialect only. */
  signature: string;
  tools: readonly ScriptedTool[];
  finish: 'stop' | 'length' | 'tools';
  /** undefined: the upstream does not tell. */
  usage: ScriptedUsage | undefined;
  /** In the vendor's own word; shown by the dialects that have one. */
  serviceTier?: string;
}

export interface ScriptedTool {
  id: string;
  name: string;
  /** JSON text; one delta per piece when streamed. */
  arguments: readonly string[];
}

/** Disjoint token classes. */
export interface ScriptedUsage {
  input: number;
  cacheRead?: number;
  cacheWrite5m?: number;
  cacheWrite1h?: number;
  output: number;
  reasoning?: number;
}

export const plainAnswer: ScriptedAnswer = {
  text: ['Hello', ' from', ' the', ' scripted', ' upstream.'],
  reasoning: [],
  signature: 'c2lnbmF0dXJl',
  tools: [],
  finish: 'stop',
  usage: { input: 12, output: 7 },
};

/** How one dialect shows an answer. */
export interface Dialect {
  /** A whole answer that is no JSON, in place of `whole`. */
  bytes?: { readonly contentType: string; readonly body: Buffer };
  whole(answer: ScriptedAnswer, model: string): object;
  /** Frames without their separators; the last is the end marker. */
  frames(answer: ScriptedAnswer, model: string, askedForUsage: boolean): string[];
  error(status: number, message: string): object;
  /** A frame that reports a failure inside the stream. */
  errorFrame(message: string): string;
}
