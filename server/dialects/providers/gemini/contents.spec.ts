import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, TurnPart } from '../../canonical/chat.js';
import { body, contentsOf, target } from '../../../../test/dialects/gemini-calls.js';

describe('the conversation', () => {
  test('media of every kind', () => {
    const base64 = (mediaType: string) => ({ type: 'base64' as const, mediaType, data: 'AAAA' });
    expect(
      contentsOf([
        { type: 'text', text: '' },
        { type: 'image', source: base64('image/png') },
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'audio', format: 'wav', data: 'BBBB' },
        { type: 'file', source: base64('application/pdf'), name: 'a.pdf' },
      ]),
    ).toEqual([
      {
        role: 'user',
        parts: [
          { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
          { fileData: { fileUri: 'https://example.com/a.png' } },
          { inlineData: { mimeType: 'audio/wav', data: 'BBBB' } },
          { inlineData: { mimeType: 'application/pdf', data: 'AAAA' } },
        ],
      },
    ]);
  });

  const turns: CanonicalChat['turns'] = [
    { role: 'user', parts: [{ type: 'text', text: 'q' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm', signature: 'of another vendor' },
        { type: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}', signature: 'c2ln' },
        { type: 'tool-call', id: 'b', name: 'g', arguments: '' },
      ],
    },
    { role: 'user', parts: [{ type: 'tool-result', id: 'a', parts: [{ type: 'text', text: '{"y":2}' }] }] },
    {
      role: 'user',
      parts: [
        { type: 'tool-result', id: 'b', parts: [{ type: 'text', text: 'broken' }], isError: true },
        { type: 'text', text: 'go on' },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: '' }] },
  ];

  test('results know the names of their calls; empty contents are left out', () => {
    expect(body({ turns }).contents).toEqual([
      { role: 'user', parts: [{ text: 'q' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'c2ln' },
          { functionCall: { id: 'b', name: 'g', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'a', name: 'f', response: { y: 2 } } },
          { functionResponse: { id: 'b', name: 'g', response: { error: 'broken' } } },
          { text: 'go on' },
        ],
      },
    ]);
  });

  test('models that want proofs get a stand-in for those that are lost', () => {
    const [, model] = body({ turns }, { model: 'gemini-3-pro-preview' }).contents;
    expect(model).toMatchObject({
      parts: [{ thoughtSignature: 'c2ln' }, { thoughtSignature: 'skip_thought_signature_validator' }],
    });
  });

  test('more pictures in a message than may be are refused; -1 lifts the limit', () => {
    const source = { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' };
    const images = Array.from({ length: 17 }, () => ({ type: 'image' as const, source }));
    expect(() => contentsOf(images)).toThrow('too many images in the message, max allowed is 16');
    expect(contentsOf(images.slice(1))).toHaveLength(1);
    const { settings } = target();
    const any = { ...settings, gemini: { ...settings.gemini, maxImages: -1 } };
    expect(contentsOf(images, { settings: any })).toHaveLength(1);
  });

  test('arguments that are no object are refused', () => {
    const parts: TurnPart[] = [{ type: 'tool-call', id: 'a', name: 'f', arguments: '[1' }];
    expect(() => body({ turns: [{ role: 'assistant', parts }] })).toThrow(ApiError);
  });
});
