import type { Usage } from '../../server/dialects/canonical/usage.js';
import type { OperationName } from '../../server/dialects/operations/operation.js';
import { charge, NONE, priceOf, usageOfOperation } from './book.js';

describe('operations', () => {
  const cases: [name: string, type: number, operation: OperationName, body: object, quota: number][] = [
    [
      'embeddings of OpenAI',
      1,
      'embeddings',
      { object: 'list', data: [], usage: { prompt_tokens: 8, total_tokens: 8 } },
      8,
    ],
    ['moderations that count nothing', 1, 'moderations', { id: 'm', results: [] }, 0],
    ['rerank of Jina', 38, 'rerank', { results: [], usage: { total_tokens: 815 } }, 815],
    [
      'rerank of SiliconFlow',
      40,
      'rerank',
      { results: [], meta: { tokens: { input_tokens: 30, output_tokens: 2 } } },
      32,
    ],
    [
      'a transcript measured in tokens',
      1,
      'transcription',
      {
        text: 'hi',
        usage: {
          type: 'tokens',
          input_tokens: 14,
          input_token_details: { text_tokens: 0, audio_tokens: 14 },
          output_tokens: 45,
          total_tokens: 59,
        },
      },
      14 + 180,
    ],
    [
      'a transcript measured in seconds',
      1,
      'transcription',
      { text: 'hi', usage: { type: 'duration', seconds: 9 } },
      150,
    ],
  ];
  test.each(cases)('%s', (_name, type, operation, body, quota) => {
    expect(charge(usageOfOperation(type, operation, body))).toBe(quota);
  });

  test('images of gpt-image-1, measured in tokens', () => {
    const asked: Usage = { ...NONE, more: { images: 1, calls: 1 } };
    const usage = usageOfOperation(
      1,
      'image-generation',
      {
        data: [{ b64_json: 'x' }],
        usage: {
          total_tokens: 100,
          input_tokens: 50,
          output_tokens: 50,
          input_tokens_details: { text_tokens: 10, image_tokens: 40 },
        },
      },
      asked,
    );
    const price = priceOf('gpt-image-1', {
      modelRatio: { 'gpt-image-1': 2.5 },
      completionRatio: { 'gpt-image-1': 8 },
    });
    expect(charge(usage, price)).toBe((10 + 40 * 2 + 50 * 8) * 2.5);
  });
});
