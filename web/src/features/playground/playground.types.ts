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
  /** Milliseconds from sending to the end of the answer. */
  tookMs?: number;
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
}
