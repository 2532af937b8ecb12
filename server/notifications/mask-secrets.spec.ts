import { maskSecrets } from './mask-secrets.js';

const ROBOT = 'https://user:password-1@hook.example/robot/send?access_token=a%2Bb%2Bc0123456&v=2';

test.each([
  ['key 566cc69da782 is unknown', ['566cc69da782'], 'key *** is unknown'],
  ['key 566CC69DA782 is unknown', ['566cc69da782'], 'key *** is unknown'],
  ['SEC0123 does not match, SEC01234 does', ['SEC0123'], '*** does not match, SEC01234 does'],
  ['a is not a secret, ab is', ['ab'], 'a is not a secret, *** is'],
  ['at /x?token=p%40ss%2fword', ['p@ss/word'], 'at /x?token=***'],
  [String.raw`{"key":"quote\"d secret"}`, ['quote"d secret'], '{"key":"***"}'],
  [`cannot call ${ROBOT}`, [ROBOT], 'cannot call ***'],
  [`cannot call ${encodeURIComponent(ROBOT)}`, [ROBOT], 'cannot call ***'],
  ['token a+b+c0123456 of password-1', [ROBOT], 'token *** of ***'],
  ['access_token of robot: a%2Bb%2Bc0123456', [ROBOT], 'access_token of robot: ***'],
  ['nothing to mask', ['', '%'], 'nothing to mask'],
])('%s, with the secrets %j, is shown as %s', (text, secrets, shown) => {
  expect(maskSecrets(text, secrets)).toBe(shown);
});
