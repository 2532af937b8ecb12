export type MessageStatus = 'loading' | 'incomplete' | 'complete' | 'error';

export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** The model's reasoning, if the provider returns it. */
  reasoning?: string;
  /** Why the request failed, translated for the user. */
  problem?: string;
  /** Code of its error; '' = unknown. */
  problemCode?: string;
  status: MessageStatus;
  /** Epoch milliseconds. */
  createAt: number;
  /** Attached images as data URLs. */
  images?: string[];
  /** Number of images that were not stored with the text. */
  imagesGone?: number;
  /** Model, group and usage of the answer. */
  model?: string;
  group?: string;
  usage?: Usage;
  /** Milliseconds from sending to the end of the answer. */
  tookMs?: number;
}

/** Tokens, as reported by the upstream. */
export interface Usage {
  input: number;
  output: number;
}

/** Settings of the next request. */
export interface PlaygroundSettings {
  group: string;
  model: string;
  temperature: number;
  /** 0 = the provider's own limit. */
  maxTokens: number;
  system: string;
}

/** A delta of a streamed answer. */
export interface AnswerPiece {
  content?: string;
  reasoning?: string;
  usage?: Usage;
}

/** A conversation stored in this browser. */
export interface StoredConversation {
  id: string;
  title: string;
  /** Epoch milliseconds of its last answer. */
  at: number;
  messages: ChatMessage[];
}
