import { protocols } from './registry.js';

const error = {
  status: 503,
  message: 'no channel (request id: r)',
  code: 'model_not_found',
  kind: 'new_api_error',
};

test("OpenAI's envelope", () => {
  expect(protocols['openai-chat'].error(error)).toEqual({
    error: {
      message: 'no channel (request id: r)',
      type: 'new_api_error',
      param: '',
      code: 'model_not_found',
    },
  });
  const passedOn = { ...error, kind: 'insufficient_quota', parameter: '429' };
  expect(protocols['openai-chat'].error(passedOn)).toMatchObject({
    error: { type: 'insufficient_quota', param: '429' },
  });
});

test('a broken stream ends with an error frame, without an end marker', () => {
  const openai = protocols['openai-chat'].streamError(error);
  expect(openai).toBe(`data: ${JSON.stringify(protocols['openai-chat'].error(error))}\n\n`);
  const anthropic = protocols['anthropic-messages'].streamError(error);
  expect(anthropic).toBe(
    `event: error\ndata: ${JSON.stringify(protocols['anthropic-messages'].error(error))}\n\n`,
  );
});

test.each([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [422, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [503, 'api_error'],
  [529, 'overloaded_error'],
])("Anthropic's type for status %d is %s", (status, type) => {
  const { message } = error;
  expect(protocols['anthropic-messages'].error({ ...error, status })).toEqual({
    type: 'error',
    error: { type, message },
  });
});

test('keep-alives mean nothing in either protocol', () => {
  expect(protocols['openai-chat'].keepAlive).toBe(': PING\n\n');
  expect(protocols['anthropic-messages'].keepAlive).toBe('event: ping\ndata: {"type":"ping"}\n\n');
});
