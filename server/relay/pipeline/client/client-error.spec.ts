import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../../dialects/canonical/failure.js';
import { workFailed, workUnusable } from '../../../dialects/kit/images/image-answer.js';
import {
  invalidResponse as providerInvalidResponse,
  statusFailure,
} from '../../../dialects/kit/provider-error.js';
import { networkFailure } from '../../upstream/network-failure.js';
import {
  invalidResponse,
  late,
  silent,
  STREAM_STOPPED,
  tooLarge,
  unreadable,
} from '../answer/invalid-response.js';
import { clientError } from './client-error.js';

const CHINESE = /\p{Script=Han}/u;
const messageFor = (acceptLanguage: string | undefined, language: 'en' | 'zh' | undefined) =>
  clientError(new ApiError('no_token'), 'r', {}, acceptLanguage, { language, quotaAs429: false }).message;

test.each([
  ['en', 'zh', 'en'],
  ['zh-CN', 'en', 'zh'],
  ['*', 'en', 'en'],
  ['de', 'zh', 'zh'],
  ['fr-CA', 'zh', 'fr'],
  [undefined, 'en', 'en'],
  [undefined, 'zh', 'zh'],
] as const)('Accept-Language %s, default language %s: the error is in %s', (header, byDefault, language) => {
  if (language === 'zh') expect(messageFor(header, byDefault)).toMatch(CHINESE);
  else expect(messageFor(header, byDefault)).not.toMatch(CHINESE);
});

describe('failures of an upstream that the gateway describes', () => {
  const CHINESE = /^[^A-Za-z]*\p{Script=Han}[^A-Za-z]* \(request id: r\)$/u;
  const message = (problem: unknown, language: string | undefined) =>
    clientError(problem, 'r', {}, language, { language: undefined, quotaAs429: false }).message;

  test.each<[string, UpstreamError]>([
    ['the upstream did not begin to answer in time', late()],
    ['the upstream stopped sending the answer', silent()],
    ['the upstream ended the stream before the answer was complete', STREAM_STOPPED],
    ['the answer is too large', tooLarge()],
    ['the answer cannot be read', unreadable()],
    ['the answer is empty', invalidResponse('the answer is empty', 'empty_answer')],
    ['the answer is not JSON', invalidResponse('the answer is not JSON')],
    [
      'connection to the upstream failed',
      networkFailure(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })),
    ],
    [
      'the upstream did not answer in time',
      networkFailure(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    ],
    ['the images could not be made', workFailed('')],
    ['no task was started', workUnusable('no task was started')],
    ['the answer holds no text', new UpstreamError(providerInvalidResponse('the answer holds no text'))],
    ['bad response status code 500', new UpstreamError(statusFailure(500, {}, '', () => true))],
  ])('%s', (english, problem) => {
    for (const language of ['en', undefined])
      expect(message(problem, language)).toBe(`${english} (request id: r)`);
    expect(message(problem, 'zh-CN')).toMatch(CHINESE);
    expect(message(problem, 'fr')).toMatch(/^(Le|La) .*(service amont|génération)/);
  });

  test.each([
    new UpstreamError(statusFailure(500, {}, '{"error":{"message":"overloaded"}}', () => true)),
    workFailed('overloaded'),
  ])('messages of the provider stay as they are', (problem) => {
    expect(message(problem, 'zh')).toBe('overloaded (request id: r)');
  });
});
