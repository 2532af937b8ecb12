import type { IncomingHttpHeaders } from 'node:http';
import { anthropicDialect } from '../anthropic-dialect.js';
import { BEDROCK_PATH, framing, invokeDialect, invokeFrame, notAuthorized } from '../bedrock-dialect.js';
import { deepseekDialect } from '../deepseek-dialect.js';
import { geminiDialect } from '../gemini-dialect.js';
import { openaiDialect } from '../openai-dialect.js';
import { responsesDialect } from '../responses-dialect.js';
import type { Dialect } from '../scripted-answer.js';
import { chatView, geminiView, messagesView, responsesView, type RequestView } from './agent-script.js';
import { anthropicViolations } from './anthropic-rules.js';
import { bedrockClaudeViolations } from './bedrock-claude-rules.js';
import { chatViolations } from './chat-rules.js';
import { deepseekThinks, deepseekViolations } from './deepseek-rules.js';
import { geminiViolations } from './gemini-rules.js';
import { responsesViolations } from './responses-rules.js';
import { json, show, type IssuedContent, type Json } from './violations.js';

export type StrictKind = 'chat' | 'responses' | 'messages' | 'gemini' | 'bedrock' | 'deepseek';

/** A request as a strict provider reads it. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes, which Bedrock's signature covers. */
  readonly bytes: Buffer;
  readonly body: Json;
}

/** An API with the documented rules of its provider. */
interface StrictApi {
  readonly path: RegExp;
  readonly dialect: Dialect;
  readonly view: (body: Json) => RequestView;
  readonly violations: (request: Arrived, issued: IssuedContent) => string[];
  /** Default: the members `model` and `stream` of the body. */
  readonly model?: (path: string) => string;
  readonly streams?: (path: string) => boolean;
  /** The answer to a request that counts tokens; undefined for other requests. */
  readonly counts?: (path: string) => object | undefined;
}

const GOOGLE = /^\/v1(?:beta)?\/models\/([^?:]+):(\w+)/;
const googleModel = (path: string): string => decodeURIComponent(GOOGLE.exec(path)?.[1] ?? '');
const bedrockModel = (path: string): string => decodeURIComponent(BEDROCK_PATH.exec(path)?.[1] ?? '');

export const STRICT_APIS: Readonly<Record<StrictKind, StrictApi>> = {
  chat: {
    path: /^\/v1\/chat\/completions/,
    dialect: openaiDialect,
    view: chatView,
    violations: ({ body }) => chatViolations(body),
  },
  responses: {
    path: /^\/v1\/responses/,
    dialect: responsesDialect,
    view: responsesView,
    violations: ({ body }, issued) => responsesViolations(body, issued),
  },
  messages: {
    path: /^\/v1\/messages/,
    dialect: anthropicDialect,
    view: messagesView,
    violations: ({ body, headers }, issued) => anthropicViolations(body, headers, issued),
    counts: (path) => (path.includes('count_tokens') ? { input_tokens: 42 } : undefined),
  },
  gemini: {
    path: GOOGLE,
    dialect: geminiDialect,
    view: geminiView,
    violations: ({ body, path }, issued) => geminiViolations(body, googleModel(path), issued),
    model: googleModel,
    streams: (path) => path.includes(':streamGenerateContent'),
  },
  bedrock: {
    path: BEDROCK_PATH,
    // Frames stay readable until they are sent.
    dialect: {
      ...invokeDialect,
      frames: anthropicDialect.frames,
      framing: { ...framing, encode: (frame) => framing.encode(invokeFrame(frame)) },
    },
    view: messagesView,
    violations: ({ body, bytes, ...request }, issued) => {
      const problem = notAuthorized({ ...request, method: 'POST', body: bytes });
      const sent = request.path.endsWith('/count-tokens') ? counted(body) : body;
      return [
        ...(problem ? [problem] : []),
        ...bedrockClaudeViolations(issued, bedrockModel(request.path), sent),
      ];
    },
    model: bedrockModel,
    streams: (path) => path.endsWith('-stream'),
    counts: (path) => (path.endsWith('/count-tokens') ? { inputTokens: 42 } : undefined),
  },
  deepseek: {
    path: /^\/deepseek\/v1\/chat\/completions/,
    dialect: deepseekDialect,
    view: (body) => ({ ...chatView(body), thinks: deepseekThinks(body) }),
    violations: ({ body }, { thoughts }) => deepseekViolations(body, thoughts ?? new Map()),
  },
};

export function kindOf(path: string): StrictKind | undefined {
  const kinds = Object.keys(STRICT_APIS) as StrictKind[];
  return kinds.find((kind) => STRICT_APIS[kind].path.test(path));
}

/** The request inside one that counts its tokens. */
function counted(body: Json): Json {
  const encoded = show(json(json(body.input).invokeModel).body);
  return json(JSON.parse(Buffer.from(encoded, 'base64').toString()));
}
