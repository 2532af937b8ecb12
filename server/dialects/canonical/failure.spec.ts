import { operatorText, UpstreamError, type UpstreamFailure } from './failure.js';
import { brokenOff, endEvent, finishEvent, finishOf, requireFinish } from './finish.js';

const failure: UpstreamFailure = {
  status: 503,
  message: 'Overloaded',
  kind: 'upstream_error',
  code: 'overloaded',
  retryable: true,
  disables: false,
};

test.each([
  ['a failure', failure, 'Overloaded'],
  ['a failure with a network error', { ...failure, detail: 'ECONNRESET' }, 'Overloaded (ECONNRESET)'],
])('operators read %s as its message', (_case, of, text) => {
  expect(operatorText(of)).toBe(text);
  expect(new UpstreamError(of)).toMatchObject({ message: text, failure: of });
});

describe('how a response ended', () => {
  test.each([
    ['stop', 'end_turn', false, { reason: 'stop', raw: 'end_turn' }],
    ['stop', 'stop', true, { reason: 'tool-calls', raw: 'stop' }],
    ['length', 'max_tokens', true, { reason: 'length', raw: 'max_tokens' }],
    ['content-filter', 'SAFETY', true, { reason: 'content-filter', raw: 'SAFETY' }],
    ['tool-calls', '', true, { reason: 'tool-calls', raw: undefined }],
  ] as const)('%s, reported as %j, with calls: %j', (reason, raw, callsTools, finish) => {
    expect(finishOf(reason, raw, callsTools)).toEqual(finish);
    expect(requireFinish(reason, raw, callsTools)).toEqual(finish);
    expect(finishEvent(reason, raw, callsTools)).toEqual({ type: 'finish', ...finish });
  });

  test('one that the provider broke off is only the beginning of one: another channel may complete it', () => {
    const broken = {
      status: 502,
      message: 'the response ended with MALFORMED_FUNCTION_CALL',
      text: 'upstream_cut',
      kind: 'upstream_error',
      code: 'stream_response_error',
      retryable: true,
      disables: false,
    };
    const raw = 'MALFORMED_FUNCTION_CALL';
    expect(brokenOff(raw)).toEqual(broken);
    expect(finishEvent('broken', raw, true)).toEqual({ type: 'error', failure: broken });
    expect(endEvent(failure)).toEqual({ type: 'error', failure });
    expect(() => requireFinish('broken', raw, false)).toThrow(
      expect.objectContaining({ failure: broken }) as Error,
    );
  });
});
