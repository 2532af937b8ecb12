import { failureIn } from '../../../../test/dialects/failure-in.js';
import { providerOf } from '../../../../test/dialects/provider-calls.js';
import { expectEvents, recordedAnswer } from '../../../../test/dialects/recorded.js';
import { noUsage } from '../../canonical/usage.js';

const baidu = providerOf(15);
const used = (input: number, output: number) => ({ ...noUsage(), input, output });

describe('responses', () => {
  test('a stream', () => {
    expectEvents(baidu, 'text', [
      { type: 'start', id: 'as-vb0m37ti8y', model: '' },
      { type: 'text-delta', text: '当然可以，' },
      { type: 'usage', usage: used(5, 2) },
      { type: 'text-delta', text: '以下是路线。' },
      { type: 'usage', usage: used(5, 12) },
      { type: 'usage', usage: used(5, 420) },
      { type: 'finish', reason: 'stop', raw: 'normal' },
    ]);
  });

  test('a call, whose completion is counted in the total only', () => {
    expectEvents(baidu, 'tools', [
      { type: 'start', id: 'as-rtpw9dcmef', model: '' },
      { type: 'reasoning-delta', text: '需要查询天气' },
      { type: 'tool-start', index: 0, id: 'call_as-rtpw9dcmef_0', name: 'get_current_weather' },
      { type: 'tool-delta', index: 0, text: '{"location":"上海市"}' },
      { type: 'usage', usage: used(74, 64) },
      { type: 'finish', reason: 'tool-calls', raw: 'function_call' },
    ]);
  });

  test('an error in a stream', () => {
    expectEvents(baidu, 'refused', [
      { type: 'start', id: 'as-1', model: '' },
      { type: 'text-delta', text: 'So' },
      { type: 'usage', usage: used(5, 0) },
      {
        type: 'error',
        failure: {
          status: 503,
          message: 'the server is busy',
          kind: 'baidu_error',
          code: '336100',
          retryable: true,
          disables: false,
        },
      },
    ]);
  });

  test('a complete response, with and without usage', () => {
    const whole = recordedAnswer('baidu', 'text') as object;
    expect(baidu.chat!.answer(whole)).toMatchObject({
      id: 'as-bcmt5ct4iy',
      parts: [{ type: 'text', text: '您好，我是文心一言。' }],
      finish: { reason: 'stop' },
      usage: used(7, 67),
    });
    expect(baidu.chat!.answer({ ...whole, usage: undefined }).usage).toBeUndefined();
  });

  test.each([
    [{ finish_reason: 'length' }, 'length'],
    [{ is_truncated: true }, 'length'],
    [{ finish_reason: 'content_filter' }, 'content-filter'],
    [{ need_clear_history: true, finish_reason: 'normal' }, 'content-filter'],
    [{}, 'stop'],
  ])('%j is %s', (fields, reason) => {
    expect(baidu.chat!.answer({ id: 'x', result: 'a', ...fields }).finish.reason).toBe(reason);
  });
});

describe('errors inside a 200', () => {
  test.each([
    [2, { status: 503, retryable: true, disables: false }],
    [3, { status: 404, disables: false }],
    [6, { status: 403, retryable: true, disables: true }],
    [14, { status: 401, retryable: true, disables: true }],
    [17, { status: 429, retryable: true, disables: true }],
    [18, { status: 429, retryable: true, disables: false }],
    [110, { status: 503, retryable: true, disables: false }],
    [336003, { status: 400, retryable: false, disables: false }],
    [336501, { status: 429, retryable: true, disables: false }],
    [999, { status: 502, retryable: true, disables: false }],
  ])('code %i', (error_code, expected) => {
    const failure = failureIn(() => baidu.chat!.answer({ error_code, error_msg: 'no' }));
    expect(failure).toMatchObject({
      message: 'no',
      kind: 'baidu_error',
      code: String(error_code),
      ...expected,
    });
  });

  test('a prompt that is too long', () => {
    const body = { error_code: 336103, error_msg: 'Prompt tokens too long' };
    expect(failureIn(() => baidu.chat!.answer(body))).toMatchObject({ tooLong: true, retryable: false });
  });

  test('without a code, and without a result', () => {
    expect(failureIn(() => baidu.chat!.answer({ error_msg: 'no' }))).toMatchObject({ status: 502 });
    expect(failureIn(() => baidu.chat!.answer({ id: 'x' }))).toMatchObject({ code: 'invalid_response' });
  });

  test('an error with a status', () => {
    const body = JSON.stringify({ error_code: 18, error_msg: 'qps' });
    expect(baidu.readError(500, { 'retry-after': '2' }, body)).toMatchObject({
      status: 429,
      retryAfterSeconds: 2,
    });
    expect(baidu.readError(502, {}, '<html>')).toMatchObject({ status: 502, retryable: true });
  });
});
