import type { ProtocolName } from '../../../../server/dialects/protocols/protocol.js';

/** An image of one pixel. */
export const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface RequestOptions {
  readonly stream?: boolean;
  readonly tools?: boolean;
  readonly image?: boolean;
}

/** How clients of one protocol ask, and where they look in an answer. */
export interface Client {
  path(model: string, criteria: RequestOptions): string;
  body(model: string, criteria: RequestOptions): object;
  /** What a stream that is complete ends with. */
  readonly end: string;
  /** Members of a whole answer that tell input, output and what was read from a cache. */
  readonly usage: readonly [input: string, output: string, cached: string];
  /** Is cached input reported beside the input, not in it? */
  readonly apart?: boolean;
}

const TOOL = {
  name: 'get_weather',
  description: 'Weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};
const QUESTION = 'hello';
const address = `data:image/png;base64,${IMAGE}`;

export const clients: Readonly<Record<ProtocolName, Client>> = {
  'openai-chat': {
    path: () => '/v1/chat/completions',
    body: (model, { stream = false, tools, image }) => ({
      model,
      stream,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            ...(image ? [{ type: 'image_url', image_url: { url: address } }] : []),
          ],
        },
      ],
      ...(tools && { tools: [{ type: 'function', function: TOOL }] }),
    }),
    end: '[DONE]',
    usage: ['prompt_tokens', 'completion_tokens', 'cached_tokens'],
  },
  'openai-completions': {
    path: () => '/v1/completions',
    body: (model, { stream = false }) => ({ model, stream, prompt: QUESTION }),
    end: '[DONE]',
    usage: ['prompt_tokens', 'completion_tokens', 'cached_tokens'],
  },
  'openai-responses': {
    path: () => '/v1/responses',
    body: (model, { stream = false, tools, image }) => ({
      model,
      stream,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: QUESTION },
            ...(image ? [{ type: 'input_image', image_url: address }] : []),
          ],
        },
      ],
      ...(tools && { tools: [{ type: 'function', strict: false, ...TOOL }] }),
    }),
    end: 'response.completed',
    usage: ['input_tokens', 'output_tokens', 'cached_tokens'],
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    body: (model, { stream = false, tools, image }) => ({
      model,
      stream,
      max_tokens: 100,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: QUESTION },
            ...(image
              ? [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } }]
              : []),
          ],
        },
      ],
      ...(tools && {
        tools: [{ name: TOOL.name, description: TOOL.description, input_schema: TOOL.parameters }],
      }),
    }),
    end: 'message_stop',
    usage: ['input_tokens', 'output_tokens', 'cache_read_input_tokens'],
    apart: true,
  },
  gemini: {
    path: (model, { stream }) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_model, { tools, image }) => ({
      contents: [
        {
          role: 'user',
          parts: [
            { text: QUESTION },
            ...(image ? [{ inlineData: { mimeType: 'image/png', data: IMAGE } }] : []),
          ],
        },
      ],
      ...(tools && { tools: [{ functionDeclarations: [TOOL] }] }),
    }),
    end: '"finishReason"',
    usage: ['promptTokenCount', 'candidatesTokenCount', 'cachedContentTokenCount'],
  },
};
