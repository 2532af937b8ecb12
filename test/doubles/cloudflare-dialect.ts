import { openaiDialect } from './openai-dialect.js';
import type { Dialect } from './scripted-answer.js';

const IMAGE = 'aGVsbG8=';

/** https://developers.cloudflare.com/workers-ai/platform/errors/ */
const error = (code: number, message: string) => ({
  result: null,
  success: false,
  errors: [{ code, message: `AiError: ${message}` }],
  messages: [],
});

/**
 * Chat of Workers AI: OpenAI's, with content that is text unless it has images, and some members left out of chunks.
 * https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/
 */
export const cloudflareChat: Dialect = {
  ...openaiDialect,
  refuses: ({ json = {} }) => {
    for (const { content } of json.messages as { content?: unknown }[]) {
      if (typeof content === 'string') continue;
      if (!Array.isArray(content)) return "required properties at '/messages/0' are 'role,content'";
      if (!JSON.stringify(content).includes('"image_url"'))
        return "Type mismatch of '/messages/0/content', 'array' not in 'string'";
    }
    return 'max_completion_tokens' in json ? 'max_tokens is expected' : undefined;
  },
  frames: (answer, model, includeUsage) =>
    openaiDialect
      .frames(answer, model, includeUsage)
      .map((frame) => frame.replace('"choices":[{"index":0,"delta"', '"choices":[{"delta"')),
  error: (_status, message) => error(5006, message),
};

/** A model called by name: https://developers.cloudflare.com/workers-ai/get-started/rest-api/ */
const run = (result: object, refuses?: Dialect['refuses']): Dialect => ({
  ...cloudflareChat,
  refuses,
  whole: () => ({ result, success: true, errors: [], messages: [] }),
});

const runs: readonly (readonly [ending: string, Dialect])[] = [
  ['/flux-1-schnell', run({ image: IMAGE }, ({ json = {} }) => unknownMember(json, ['prompt', 'steps']))],
  [
    '/whisper-large-v3-turbo',
    run(
      { transcription_info: { language: 'en', duration: 60 }, text: 'hello you', vtt: 'WEBVTT' },
      ({ json = {} }) =>
        typeof json.audio === 'string' ? undefined : "required properties at '/' are 'audio'",
    ),
  ],
  ['/whisper', run({ text: 'hello you', word_count: 2 })],
  [
    '/bge-reranker-base',
    run({
      response: [
        { id: 1, score: 0.9 },
        { id: 0, score: 0.1 },
      ],
    }),
  ],
];

function unknownMember(
  json: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string | undefined {
  const name = Object.keys(json).find((member) => !known.includes(member));
  return name === undefined ? undefined : `unexpected property '${name}'`;
}

/** The dialect of a call of a model by name; undefined for other paths. */
export function cloudflareRun(path: string): Dialect | undefined {
  return path.includes('/ai/run/') ? runs.find(([ending]) => path.endsWith(ending))?.[1] : undefined;
}
