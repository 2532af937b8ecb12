import { ApiError } from '../../../contract/errors/api-error.js';
import { noUsage } from '../../canonical/usage.js';
import { embeddings } from '../../operations/embeddings.js';
import { inMemory, type Form } from '../../operations/form.js';
import type { Operation, OperationName, OperationRequest } from '../../operations/operation.js';
import { rerank } from '../../operations/rerank.js';
import { bodyOf, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { at, base, bearer, providerOf } from '../../../../test/dialects/provider-calls.js';

const cohere = providerOf(34);
const codec = (name: OperationName) => cohere.operations![name]!;
const read = (operation: Operation, fields: object): OperationRequest =>
  operation.read({ body: Buffer.from(JSON.stringify(fields)), contentType: 'application/json', path: '' });
const target = (model: string) => at(34, { model, override: { priority: 1, stream: true } });

describe('embeddings', () => {
  const request = (fields: object) =>
    read(embeddings, { model: 'e', input: ['hello', 'goodbye'], ...fields });
  const sent = (fields: object) => codec('embeddings').request(request(fields), target('embed-v4.0'));

  test('are requested as floats of texts to store', () => {
    const call = sent({});
    expect(call.url).toBe(`${base}/v2/embed`);
    expect(call.headers).toMatchObject(bearer);
    expect(bodyOf(call)).toEqual({
      model: 'embed-v4.0',
      texts: ['hello', 'goodbye'],
      input_type: 'search_document',
      embedding_types: ['float'],
      priority: 1,
    });
    expect(
      bodyOf(sent({ input: 'one', dimensions: 512, input_type: 'search_query', truncate: 'END' })),
    ).toMatchObject({ texts: ['one'], output_dimension: 512, input_type: 'search_query', truncate: 'END' });
  });

  test('token ids and too many texts are refused', () => {
    expect(() => sent({ input: [1, 2] })).toThrow(ApiError);
    expect(() => sent({ input: Array(97).fill('x') })).toThrow('at most 96');
  });

  test('are returned as OpenAI returns them', () => {
    const body = recordedAnswer('cohere', 'embed');
    expect(codec('embeddings').answer!(body, request({}))).toEqual({
      usage: { ...noUsage(), input: 2 },
      body: {
        object: 'list',
        model: 'e',
        data: [
          { object: 'embedding', index: 0, embedding: [0.5, -0.25] },
          { object: 'embedding', index: 1, embedding: [1, 0] },
        ],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      },
    });
    expect(codec('embeddings').answer!(body, request({ encoding_format: 'base64' })).body).toMatchObject({
      data: [{ embedding: 'AAAAPwAAgL4=' }, { embedding: 'AACAPwAAAAA=' }],
    });
  });

  test.each([{ message: 'broken' }, { embeddings: { float: [[1]] } }, { embeddings: { int8: [[1], [2]] } }])(
    '%j is no answer',
    (body) => {
      expect(() => codec('embeddings').answer!(body, request({}))).toThrow();
    },
  );

  test('Google clients get them, too', () => {
    expect(Object.keys(cohere.operations!)).toEqual(
      expect.arrayContaining(['embed-content', 'batch-embed-contents']),
    );
  });
});

describe('rerank', () => {
  const documents = ['a', { text: 'b' }, { title: 'T', text: 'c', tags: ['x'] }];
  const request = (fields: object = {}) => read(rerank, { model: 'r', query: 'q', documents, ...fields });

  test('documents are sent as texts', () => {
    const call = codec('rerank').request(
      request({ top_n: 2, return_documents: true, max_tokens_per_doc: 100 }),
      target('rerank-v4.0-fast'),
    );
    expect(call.url).toBe(`${base}/v2/rerank`);
    expect(bodyOf(call)).toEqual({
      model: 'rerank-v4.0-fast',
      query: 'q',
      documents: ['a', 'b', 'title: T\ntext: c\ntags: ["x"]'],
      top_n: 2,
      max_tokens_per_doc: 100,
      priority: 1,
    });
  });

  test('results get their documents from the request; several searches multiply a price per call', () => {
    const requested = request({ return_documents: true });
    const { input } = requested.estimate;
    expect(codec('rerank').answer!(recordedAnswer('cohere', 'rerank'), requested)).toEqual({
      usage: { ...requested.estimate, more: { calls: 2 } },
      body: {
        model: 'r',
        results: [
          { index: 1, relevance_score: 0.999071, document: { text: 'b' } },
          { index: 0, relevance_score: 0.32713068, document: { text: 'a' } },
        ],
        usage: { prompt_tokens: input, total_tokens: input },
      },
    });
  });

  test('one search is charged like a call', () => {
    const meta = { billed_units: { search_units: 1 } };
    expect(codec('rerank').answer!({ results: [], meta }, request()).usage).toBeUndefined();
    const tokens = { billed_units: { input_tokens: 9, search_units: 1 } };
    expect(codec('rerank').answer!({ results: [], meta: tokens }, request()).usage).toMatchObject({
      input: 9,
    });
  });

  test('an error or nothing is no answer', () => {
    expect(() => codec('rerank').answer!({ message: 'broken' }, request())).toThrow('broken');
    expect(() => codec('rerank').answer!({}, request())).toThrow('no results');
  });
});

describe('transcription', () => {
  const audio = Buffer.from([1, 2, 3, 255]);
  const request = (fields: Record<string, unknown>, stream = false): OperationRequest => {
    const form: Form = {
      contentType: 'multipart/form-data; boundary=b',
      boundary: 'b',
      parts: [
        {
          name: 'file',
          fileName: 'a".wav',
          contentType: 'audio/wav',
          start: 0,
          end: audio.length,
          retained: audio,
        },
      ],
      first: 0,
      bytes: inMemory(audio),
    };
    const estimate = { ...noUsage(), input: 7 };
    const body = Buffer.alloc(0);
    const rest = { maxTokens: 0, includeUsage: true, body, contentType: form.contentType, estimate };
    return { model: 't', stream, form, fields, ...rest };
  };
  const sent = (fields: Record<string, unknown>, stream?: boolean) =>
    codec('transcription').request(request(fields, stream), target('cohere-transcribe-03-2026'));

  test('fields precede the file', () => {
    const call = sent({ language: 'en', temperature: '0.2', prompt: 'dropped' });
    const boundary = /boundary=(.*)$/.exec(call.headers['content-type'] ?? '')?.[1] ?? '';
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    expect(call.url).toBe(`${base}/v2/audio/transcriptions`);
    expect(call.body?.toString('latin1')).toBe(
      field('model', 'cohere-transcribe-03-2026') +
        field('language', 'en') +
        field('temperature', '0.2') +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a_.wav"\r\n` +
        `content-type: audio/wav\r\n\r\n\x01\x02\x03\xff\r\n--${boundary}--\r\n`,
    );
    expect(call.headers['content-length']).toBe(String(call.body?.length));
  });

  test('a missing language, other formats and streams are refused', () => {
    expect(() => sent({})).toThrow('language');
    expect(() => sent({ language: 'en', response_format: 'srt' })).toThrow('response_format');
    expect(() => sent({ language: 'en' }, true)).toThrow('stream');
  });

  test('the text is returned, as JSON or plain', () => {
    const answered = (fields: Record<string, unknown>) =>
      codec('transcription').answer!({ text: 'hello' }, request(fields));
    expect(answered({})).toEqual({ usage: undefined, body: { text: 'hello' } });
    expect(answered({ response_format: 'text' }).media?.bytes.toString()).toBe('hello\n');
    expect(() => codec('transcription').answer!({}, request({}))).toThrow('no text');
  });
});

test('models that can be used are listed', () => {
  const call = cohere.models!.request(at(34), {});
  expect(call).toMatchObject({ method: 'GET', url: `${base}/v1/models?page_size=1000`, headers: bearer });
  expect(cohere.models!.read(recordedAnswer('cohere', 'models'))).toEqual([
    'command-a-03-2025',
    'embed-v4.0',
    'rerank-v3.5',
  ]);
});
