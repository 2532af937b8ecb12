export type MessageStatus = 'loading' | 'incomplete' | 'complete' | 'error';

export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** The model's reasoning, if the provider returns it. */
  reasoning?: string;
  /** Calls of the tools that the request offered. */
  toolCalls?: ToolCall[];
  /** Why the request failed, translated for the user. */
  problem?: string;
  /** Code of its error; '' = unknown. */
  problemCode?: string;
  /** HTTP status of its response; 0 = no response, or an error within the answer. */
  problemStatus?: number;
  status: MessageStatus;
  /** Epoch milliseconds. */
  createAt: number;
  /** Attached images as data URLs. */
  images?: string[];
  /** Number of images that were not stored with the text. */
  imagesGone?: number;
  files?: ChatFile[];
  /** Names of files that were not stored with the text. */
  filesGone?: string[];
  /** Model, group and usage of the answer. */
  model?: string;
  group?: string;
  usage?: Usage;
  /** Milliseconds from sending to the first text, reasoning or tool call of the answer. */
  firstMs?: number;
  /** Milliseconds from sending to the end of the answer. */
  tookMs?: number;
}

/** A file that is sent with a message. */
export interface ChatFile {
  name: string;
  /** `text`: its characters. `document`: a data URL. */
  kind: 'text' | 'document';
  data: string;
}

export interface Attachments {
  images: string[];
  files: ChatFile[];
}

/** A call of a function that the model requests. */
export interface ToolCall {
  /** Its number in the answer, by which its parts are found. */
  index: number;
  id: string;
  name: string;
  /** JSON, as the model wrote it. */
  arguments: string;
  /** What the user entered as its result. */
  result?: string;
}

/** A part of a tool call in a stream: members that are there are appended. */
export interface ToolCallPiece {
  index: number;
  id?: string;
  name?: string;
  arguments?: string;
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
  /** JSON of the offered tools, as entered; '' = none. */
  tools: string;
}

/** A delta of a streamed answer. */
export interface AnswerPiece {
  content?: string;
  reasoning?: string;
  toolCalls?: ToolCallPiece[];
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
