import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { gemini } from './index.js';

const PATH = '/v1beta/models/m:generateContent';
const user = { role: 'user', parts: [{ text: 'q' }] };

const parse = (fields: object, path = PATH): CanonicalChat =>
  gemini.parse(Buffer.from(JSON.stringify({ contents: [user], ...fields })), path);

function errorOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the conversation', () => {
  test('roles, instructions and parts of every kind', () => {
    const chat = parse({
      system_instruction: { parts: { text: 'be kind' } },
      contents: [
        {
          parts: [
            { text: 'look' },
            { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
            { inlineData: { mimeType: 'audio/mpeg', data: 'BBBB' } },
            { inlineData: { mimeType: 'application/pdf', data: 'CCCC', displayName: 'a.pdf' } },
            { fileData: { fileUri: 'https://example.com/a.png' } },
            { fileData: { fileUri: 'https://example.com/a', mimeType: 'application/pdf' } },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'Hm', thought: true },
            { text: '!', thought: true, thoughtSignature: 'c2ln' },
            { text: 'see' },
            { executableCode: { language: 'PYTHON', code: 'print(1)' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          ],
        },
      ],
    });
    expect(chat.system).toEqual([{ type: 'text', text: 'be kind' }]);
    expect(chat.turns).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'look' },
          { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
          { type: 'audio', format: 'mp3', data: 'BBBB' },
          {
            type: 'file',
            source: { type: 'base64', mediaType: 'application/pdf', data: 'CCCC' },
            name: 'a.pdf',
          },
          { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
          { type: 'file', source: { type: 'url', url: 'https://example.com/a' } },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Hm!', signature: 'c2ln' },
          { type: 'text', text: 'see\n```python\nprint(1)\n```\n\n```output\n1\n```\n' },
        ],
      },
    ]);
    expect(chat.nativeOnly).toBeUndefined();
  });

  test('calls without ids are numbered, and results find the oldest unanswered call of their name', () => {
    const call = (name: string, n: number) => ({ functionCall: { name, args: { n } } });
    const result = (name: string, text: string) => ({
      functionResponse: { name, response: { result: text } },
    });
    const { turns } = parse({
      contents: [
        user,
        { role: 'model', parts: [call('f', 1), call('g', 2), call('f', 3)] },
        { role: 'function', parts: [result('f', 'one'), result('g', 'two'), result('f', 'three')] },
        { role: 'model', parts: [{ functionCall: { id: 'own', name: 'f' }, thoughtSignature: 'c2ln' }] },
        { parts: [{ functionResponse: { id: 'own', name: 'f', response: { error: 'no' } } }] },
      ],
    });
    const answered = (id: string, name: string, text: string) => ({
      type: 'tool-result',
      id,
      name,
      parts: [{ type: 'text', text }],
    });
    expect(turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'call_1', name: 'f', arguments: '{"n":1}' },
          { type: 'tool-call', id: 'call_2', name: 'g', arguments: '{"n":2}' },
          { type: 'tool-call', id: 'call_3', name: 'f', arguments: '{"n":3}' },
        ],
      },
      {
        role: 'user',
        parts: [
          answered('call_1', 'f', 'one'),
          answered('call_2', 'g', 'two'),
          answered('call_3', 'f', 'three'),
        ],
      },
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', id: 'own', name: 'f', arguments: '{}', signature: 'c2ln' }],
      },
      { role: 'user', parts: [{ ...answered('own', 'f', 'no'), isError: true }] },
    ]);
  });

  test('a result of several members stays JSON and keeps its images', () => {
    const response = { degrees: 21, output: 'warm' };
    const inlineData = { mimeType: 'image/png', data: 'AAAA' };
    const { turns } = parse({
      contents: [{ parts: [{ functionResponse: { name: 'f', response, parts: [{ inlineData }] } }] }],
    });
    expect(turns[0]!.parts).toEqual([
      {
        type: 'tool-result',
        id: 'call_f',
        name: 'f',
        parts: [
          { type: 'text', text: '{"degrees":21,"output":"warm"}' },
          { type: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } },
        ],
      },
    ]);
  });

  test('a streamed answer that the client kept chunk by chunk is one turn again', () => {
    const { turns } = parse({
      contents: [
        user,
        { role: 'model', parts: [{ text: 'Two', thought: true }] },
        { role: 'model', parts: [{ text: ' and two', thought: true }] },
        { role: 'model', parts: [{ text: '', thought: true, thoughtSignature: 'c2ln' }] },
        { role: 'model', parts: [{ text: 'It is' }] },
        { role: 'model', parts: [{ text: ' four.' }] },
        { role: 'model', parts: [{ text: '' }] },
        user,
      ],
    });
    expect(turns[1]).toEqual({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Two and two', signature: 'c2ln' },
        { type: 'text', text: 'It is four.' },
      ],
    });
    expect(turns).toHaveLength(3);
  });

  test('what is no content names its place', () => {
    const contents = [{ parts: [{ text: 7 }] }];
    expect(errorOf(() => parse({ contents })).message).toContain('contents[0].parts[0].text');
  });
});
