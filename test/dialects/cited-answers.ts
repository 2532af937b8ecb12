import type { AnswerReader } from '../../server/dialects/kit/provider.js';
import type { RenderContext } from '../../server/dialects/protocols/protocol.js';
import { providerFor } from '../../server/dialects/providers/registry.js';

/** A text with a cited range, and how each protocol and provider expresses its source. */
export const TEXT = 'Größe: Paris is the capital [1]. Rome is not [2].';
export const CITED = 'Paris is the capital';
export const START = TEXT.indexOf(CITED);
export const END = START + CITED.length;
export const URL_ONE = 'https://example.com/paris';
export const URL_TWO = 'https://example.com/rome';
export const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
export const context: RenderContext = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 1 };

export const chat = providerFor(1)!;
export const anthropic = providerFor(14)!;
const gemini = providerFor(24)!;
export const perplexity = providerFor(27)!;
export const responses = chat.native['openai-responses']!.reader!;

const bytes = (text: string) => Buffer.byteLength(text);
export const chunk = (delta: object, finish: string | null = null, more: object = {}) => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});
const urlCitation = { url: URL_ONE, title: 'Paris', start_index: START, end_index: END };
export const annotation = { type: 'url_citation', url_citation: urlCitation };
const flat = { type: 'url_citation', ...urlCitation };
export const location = {
  type: 'web_search_result_location',
  url: URL_ONE,
  title: 'Paris',
  encrypted_index: 'abc',
  cited_text: 'Paris, capital of France',
};
export const grounding = {
  groundingChunks: [{ web: { uri: URL_ONE, title: 'Paris' } }],
  groundingSupports: [
    {
      segment: { startIndex: bytes(TEXT.slice(0, START)), endIndex: bytes(TEXT.slice(0, END)), text: CITED },
      groundingChunkIndices: [0],
    },
  ],
};
export const sources = {
  citations: [URL_ONE, URL_TWO],
  search_results: [
    { title: 'Paris', url: URL_ONE },
    { title: 'Rome', url: URL_TWO },
  ],
};
export const message = (more: object, top: object = {}) => ({
  id: 'c',
  choices: [{ message: { role: 'assistant', content: TEXT, ...more }, finish_reason: 'stop' }],
  usage,
  ...top,
});

/** Where the source comes from: the answer whole, and the same as the events of a stream. */
export const cases: [string, AnswerReader, object, [string, object][]][] = [
  [
    'chat annotations',
    chat.chat!,
    message({ annotations: [annotation] }),
    [
      ['message', chunk({ content: TEXT })],
      ['message', chunk({ annotations: [annotation] })],
      ['message', chunk({}, 'stop')],
    ],
  ],
  [
    'Responses annotations',
    responses,
    {
      id: 'resp_1',
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: TEXT, annotations: [flat] }] }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    [
      ['response.created', { response: { id: 'resp_1' } }],
      ['response.output_text.delta', { output_index: 0, content_index: 0, delta: TEXT }],
      ['response.output_text.annotation.added', { output_index: 0, content_index: 0, annotation: flat }],
      ['response.completed', { response: { id: 'resp_1', status: 'completed', output: [] } }],
    ],
  ],
  [
    'citations of Messages',
    anthropic.chat!,
    {
      id: 'msg_1',
      type: 'message',
      content: [
        { type: 'text', text: TEXT.slice(0, START) },
        { type: 'text', text: CITED, citations: [location] },
        { type: 'text', text: TEXT.slice(END) },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    },
    [
      ['message_start', { type: 'message_start', message: { id: 'msg_1', model: 'm' } }],
      ...[TEXT.slice(0, START), CITED, TEXT.slice(END)].flatMap((text, index): [string, object][] => [
        [
          'content_block_start',
          { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
        ],
        ...(text === CITED
          ? [
              [
                'content_block_delta',
                {
                  type: 'content_block_delta',
                  index,
                  delta: { type: 'citations_delta', citation: location },
                },
              ] satisfies [string, object],
            ]
          : []),
        ['content_block_delta', { type: 'content_block_delta', index, delta: { type: 'text_delta', text } }],
        ['content_block_stop', { type: 'content_block_stop', index }],
      ]),
      ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }],
      ['message_stop', { type: 'message_stop' }],
    ],
  ],
  [
    "Google's grounding",
    gemini.chat!,
    {
      candidates: [
        { content: { parts: [{ text: TEXT }] }, finishReason: 'STOP', groundingMetadata: grounding },
      ],
    },
    [
      ['message', { candidates: [{ content: { parts: [{ text: TEXT }] } }] }],
      [
        'message',
        {
          candidates: [
            { content: { parts: [{ text: '' }] }, finishReason: 'STOP', groundingMetadata: grounding },
          ],
        },
      ],
    ],
  ],
];
