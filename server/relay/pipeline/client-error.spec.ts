import { ApiError } from '../../contract/errors/api-error.js';
import { clientError } from './client-error.js';

const CHINESE = /\p{Script=Han}/u;
const messageFor = (acceptLanguage: string | undefined, defaultLanguage: 'en' | 'zh' | undefined) =>
  clientError(new ApiError('no_token'), 'r', {}, acceptLanguage, defaultLanguage).message;

test.each([
  ['en', 'zh', 'en'],
  ['zh-CN', 'en', 'zh'],
  ['*', 'en', 'en'],
  ['fr', 'zh', 'zh'],
  [undefined, 'en', 'en'],
  [undefined, 'zh', 'zh'],
] as const)('Accept-Language %s, default language %s: the error is in %s', (header, byDefault, language) => {
  if (language === 'zh') expect(messageFor(header, byDefault)).toMatch(CHINESE);
  else expect(messageFor(header, byDefault)).not.toMatch(CHINESE);
});
