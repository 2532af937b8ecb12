import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { gemini } from './index.js';

const PATH = '/v1beta/models/m:generateContent';
const user = { role: 'user', parts: [{ text: 'q' }] };

const parse = (fields: object, path = PATH): CanonicalChat =>
  gemini.parse(Buffer.from(JSON.stringify({ contents: [user], ...fields })), path);
const read = (fields: object | string, path = PATH) =>
  gemini.read(Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields)), path);

function errorOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

describe('the path', () => {
  test.each([
    ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini-2.5-pro', false],
    ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', 'gemini-2.5-pro', true],
    ['/v1/models/models/a:generateContent?key=secret', 'a', false],
    ['/v1beta/tunedModels/mine:generateContent', 'mine', false],
    ['/v1beta/models/deepseek-ai%2FDeepSeek-V3:generateContent', 'deepseek-ai/DeepSeek-V3', false],
    ['/v1beta/models/deepseek-ai/DeepSeek-V3:generateContent', 'deepseek-ai/DeepSeek-V3', false],
    ['/v1beta/models/anthropic.claude-v1%3A0:streamGenerateContent', 'anthropic.claude-v1:0', true],
  ])('%s names model and manner', (path, model, stream) => {
    expect(read({ contents: [user] }, path)).toMatchObject({ model, stream });
    expect(parse({}, path)).toMatchObject({ model, stream });
  });

  test('only alt=sse asks for events', () => {
    expect(gemini.asArray!('/v1beta/models/a:streamGenerateContent?key=alt=sse')).toBe(true);
    expect(gemini.asArray!('/v1beta/models/a:streamGenerateContent?x=1&alt=sse')).toBe(false);
  });

  test('without a model it is refused', () => {
    expect(errorOf(() => read({ contents: [user] }, '/v1beta/models/:generateContent')).status).toBe(400);
  });
});

describe('what is read before a channel is chosen', () => {
  test('the output limit counts for every candidate, in both spellings', () => {
    const contents = [user];
    expect(read({ contents }).maxTokens).toBeUndefined();
    expect(read({ contents, generationConfig: { maxOutputTokens: 10, candidateCount: 2 } }).maxTokens).toBe(
      20,
    );
    expect(read({ contents, generation_config: { max_output_tokens: '10' } }).maxTokens).toBe(10);
  });

  test('one content may stand without its list', () => {
    expect(read({ contents: user }).model).toBe('m');
    expect(parse({ contents: user }).turns).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'q' }] }]);
  });

  test('cached content of an account is sent in the given spelling', () => {
    expect(read({ contents: [user], cachedContent: 'c' }).accountBound).toBe('cachedContent');
    expect(read({ contents: [user], cached_content: 'c' }).accountBound).toBe('cached_content');
    expect(read({ contents: [user], cachedContent: null }).accountBound).toBeUndefined();
  });

  test.each([
    ['{', 'unexpected'],
    ['[]', ''],
    ['{}', 'field contents is required'],
    ['{"contents":[]}', 'field contents is required'],
    ['{"contents":7}', 'field contents must be a list'],
    ['{"contents":[{}],"generationConfig":[]}', 'field generationConfig must be an object'],
    ['{"contents":[{}],"generationConfig":{"maxOutputTokens":1.5}}', 'must be an integer'],
    ['{"contents":[{}],"generationConfig":{"maxOutputTokens":9e15}}', 'maxOutputTokens is invalid'],
    ['{"contents":[{}],"generationConfig":{"candidateCount":0}}', 'candidateCount must be between 1 and 8'],
  ])('%s is refused', (body, message) => {
    const refusal = errorOf(() => read(body));
    expect(refusal.status).toBe(400);
    expect(refusal.message).toContain(message);
  });
});

test('a request to count may hold the whole request', () => {
  const body = { contents: undefined, generateContentRequest: { model: 'models/x', contents: [user] } };
  expect(parse(body, '/v1beta/models/m:countTokens')).toMatchObject({
    model: 'm',
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }],
  });
});
