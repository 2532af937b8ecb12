import { attemptLimits } from './sign-in-throttle.js';

describe('the limits that an attempt to sign in counts towards', () => {
  test('a known browser has a count of its own, which others cannot use up', () => {
    expect(attemptLimits(true, true)).toEqual(['device on account']);
    expect(attemptLimits(true, false)).toEqual(['device on account']);
  });

  test('a known address counts per account alone', () => {
    expect(attemptLimits(false, true)).toEqual(['address on account']);
  });

  test('a stranger also counts over all accounts, and with all other strangers', () => {
    expect(attemptLimits(false, false)).toEqual([
      'address on account',
      'address on all accounts',
      'all addresses on account',
    ]);
  });
});
