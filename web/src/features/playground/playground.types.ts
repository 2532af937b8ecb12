export type MessageStatus = 'loading' | 'incomplete' | 'complete' | 'error';

export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** What a model thought before it answered, when it says so. */
  reasoning?: string;
  /** Why an answer failed, in words for the person. */
  problem?: string;
  status: MessageStatus;
  /** Epoch milliseconds. */
  createAt: number;
  /** Pictures beside the words, as data addresses. */
  images?: string[];
  /** How many pictures were there, when only the words were kept. */
  imagesGone?: number;
  /** What answered, and what that took. */
  model?: string;
  group?: string;
  usage?: Usage;
  /** Milliseconds from sending to the end of the answer. */
  tookMs?: number;
}

/** Tokens, as the upstream counts them. */
export interface Usage {
  input: number;
  output: number;
}

/** What the panel on the left says about the next request. */
export interface PlaygroundSettings {
  group: string;
  model: string;
  temperature: number;
  /** 0 = the provider's own limit. */
  maxTokens: number;
  system: string;
}

/** A piece of an answer on its way. */
export interface AnswerPiece {
  content?: string;
  reasoning?: string;
  usage?: Usage;
}

/** A conversation to come back to. */
export interface StoredConversation {
  id: string;
  title: string;
  /** Epoch milliseconds of its last answer. */
  at: number;
  messages: ChatMessage[];
}
