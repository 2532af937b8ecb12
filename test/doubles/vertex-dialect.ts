import { anthropicDialect } from './anthropic-dialect.js';
import { geminiDialect } from './gemini-dialect.js';
import type { GoogleAccount } from './google-account.js';
import { openaiDialect } from './openai-dialect.js';
import { operationDialect } from './operation-dialects.js';
import type { Dialect, DialectRequest } from './scripted-answer.js';
import { anthropicViolations } from './strict/anthropic-rules.js';
import { chatViolations } from './strict/chat-rules.js';
import { geminiViolations, vertexAi } from './strict/gemini-rules.js';
import { items, json, type Json } from './strict/violations.js';

/** A resource of a project in a region, or without project for API keys. */
const RESOURCE = /^\/v1\/(projects\/[\w:.-]+\/locations\/[a-z0-9-]+\/)?(endpoints|publishers)\/([^?]+)/;
/** `google/models/gemini-3.5-flash:generateContent` */
const MODEL = /^(\w+)\/models\/([^/:]+):(\w+)$/;
const SIGNED = { has: () => true } as unknown as ReadonlySet<string>;
const CONTEXT = { signatures: SIGNED };
const CHAT_PATH = 'openapi/chat/completions';
const EMBEDDING = {
  embeddings: { values: [0.1, -0.2, 0.3], statistics: { truncated: false, token_count: 4 } },
};

/** The dialect of a path of Vertex AI; undefined for other paths. Requests need a token of the account, or an API key. */
export function vertexDialect(path: string, account: () => GoogleAccount): Dialect | undefined {
  const [, project, , resource = ''] = RESOURCE.exec(path) ?? [];
  if (resource === '') return undefined;
  const [, publisher = '', model = '', action = ''] = MODEL.exec(resource) ?? [];
  const own = dialectOf(publisher, decodeURIComponent(model), action, resource);
  return {
    ...own,
    refuses: (request) => {
      const { headers } = request;
      const hasKey = typeof headers['x-goog-api-key'] === 'string' && publisher === 'google';
      if (project === undefined ? !hasKey : !account().admits(headers.authorization))
        return { status: 401, message: 'Request had invalid authentication credentials.' };
      return own.refuses?.(request);
    },
  };
}

function dialectOf(publisher: string, model: string, action: string, resource: string): Dialect {
  switch (publisher) {
    case 'google':
      return googleDialect(model, action);
    case 'anthropic':
      return claudeDialect(model, action);
    case 'mistralai':
      return mistralDialect(model, action);
    default:
      return {
        ...openaiDialect,
        refuses: ({ json: body = {} }) => {
          if (resource !== CHAT_PATH) return `no such resource: ${resource}`;
          if (!String(body.model).includes('/')) return 'model must be publisher/model';
          return found(chatViolations(body));
        },
      };
  }
}

function googleDialect(model: string, action: string): Dialect {
  const operation = operationDialect(`/models/${model}:${action}`);
  if (action === 'predict' && model.includes('embedding'))
    return {
      ...geminiDialect,
      refuses: ({ json: body = {} }) =>
        items(body.instances).every((one) => typeof json(one).content === 'string')
          ? undefined
          : 'instances need content',
      whole: (_, name) => ({ predictions: name.startsWith('gemini') ? [EMBEDDING] : [EMBEDDING, EMBEDDING] }),
    };
  if (operation) return operation;
  return {
    ...geminiDialect,
    refuses: ({ json: body = {} }) => {
      if (action === 'countTokens') return body.safetySettings ? 'unknown member safetySettings' : undefined;
      return found([...geminiViolations(body, model, CONTEXT, vertexAi), ...platformViolations(body)]);
    },
    whole: (answer, name) => withoutCallIds(geminiDialect.whole(answer, name)),
    frames: (answer, name, includeUsage) =>
      geminiDialect
        .frames(answer, name, includeUsage)
        .map((frame) => `data: ${JSON.stringify(withoutCallIds(JSON.parse(frame.slice('data: '.length))))}`),
  };
}

/** What Vertex AI rejects of a request that the Gemini API accepts. */
function platformViolations(body: Json): string[] {
  const parts = items(body.contents).flatMap((content) => items(json(content).parts).map(json));
  return parts.flatMap(({ functionCall, functionResponse, fileData }) => [
    ...('id' in json(functionCall) ? ['Unknown name "id" at function_call'] : []),
    ...('id' in json(functionResponse) ? ['Unknown name "id" at function_response'] : []),
    ...(fileData !== undefined && !('mimeType' in json(fileData)) ? ['mimeType is required'] : []),
  ]);
}

function withoutCallIds(body: unknown): object {
  const withoutId = (name: string, value: unknown) => (name === 'id' ? undefined : value);
  return JSON.parse(JSON.stringify(body, withoutId)) as object;
}

function claudeDialect(model: string, action: string): Dialect {
  const isCount = model === 'count-tokens';
  return {
    ...anthropicDialect,
    refuses: ({ headers, json: body = {} }) => {
      const { anthropic_version: version, ...message } = body;
      if (version !== 'vertex-2023-10-16') return 'anthropic_version is required';
      if (isCount) return typeof body.model === 'string' ? undefined : 'model is required';
      if ('model' in body) return 'model: Extra inputs are not permitted';
      if (/-\d{8}$/.test(model)) return `publisher model ${model} not found`;
      if ('service_tier' in body) return 'service_tier: Extra inputs are not permitted';
      if (JSON.stringify(body.messages).includes('"type":"url"')) return 'URL sources are not supported';
      return (
        wrongAction(body, action) ??
        found(
          anthropicViolations({ ...message, model }, { ...headers, 'anthropic-version': version }, CONTEXT),
        )
      );
    },
    ...(isCount && { whole: () => ({ input_tokens: 42 }) }),
  };
}

function mistralDialect(model: string, action: string): Dialect {
  return {
    ...openaiDialect,
    refuses: ({ json: body = {} }: DialectRequest) => {
      if (body.model !== model.split('@')[0]) return `invalid model ${String(body.model)}`;
      if ('stream_options' in body) return 'stream_options: Extra inputs are not permitted';
      return wrongAction(body, action);
    },
  };
}

function wrongAction(body: Json, action: string): string | undefined {
  const expected = body.stream === true ? 'streamRawPredict' : 'rawPredict';
  return action === expected ? undefined : `${action} instead of ${expected}`;
}

function found(violations: readonly string[]): string | undefined {
  return violations.length > 0 ? violations.join('; ') : undefined;
}
