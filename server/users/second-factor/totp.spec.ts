import { Secret } from 'otpauth';
import { newSecret, setupAddress, stepOfCode } from './totp.js';

/** RFC 6238, appendix B: the secret of the examples with SHA-1, and the last six digits of their codes. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;
const RFC_CODES: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
];

test('codes are those of RFC 6238, each with its time step', () => {
  for (const [seconds, code] of RFC_CODES)
    expect([code, stepOfCode(RFC_SECRET, code, seconds * 1000)]).toEqual([code, Math.floor(seconds / 30)]);
});

test('a code is accepted one step before and after its own, with the step it belongs to', () => {
  const step = 41_152_263;
  const at = (steps: number) => stepOfCode(RFC_SECRET, '005924', (step + steps) * 30_000);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
});

test('other codes, and texts that are none, are wrong', () => {
  for (const code of ['005925', '', '5924', '0059240', 'abcdef'])
    expect([code, stepOfCode(RFC_SECRET, code, 1_234_567_890_000)]).toEqual([code, undefined]);
});

test('a secret has 160 bits, and the QR code names site and account', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  const address = new URL(setupAddress(secret, 'My gateway', 'alice:1'));
  expect(address.protocol).toBe('otpauth:');
  expect(decodeURIComponent(address.pathname)).toContain('My gateway:alice');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'My gateway',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
