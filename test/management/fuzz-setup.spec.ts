import fc from 'fast-check';
import { badBody, fieldsOf } from './fuzz-bodies.js';
import { FuzzHarness, nameOf } from './fuzz-harness.js';
import { rows } from './routes.js';

let fuzz: FuzzHarness;

beforeAll(async () => {
  process.env.SETUP_WIZARD = 'true';
  fuzz = await FuzzHarness.start();
  delete process.env.SETUP_WIZARD;
});
afterAll(() => fuzz?.close());

test('the setup wizard refuses invalid requests with a clear message and sets nothing up', async () => {
  const setup = rows.find((row) => nameOf(row) === 'POST /api/setup')!;
  const anonymous = { id: 0, cookie: '', endedCookie: '', accessToken: '', apiKey: '' };
  // Whatever else is changed about it: two passwords that differ set nothing up.
  const sample = { ...setup.body, confirmPassword: 'password 2' };
  const before = await fuzz.contents();
  await fc.assert(
    fc.asyncProperty(badBody(sample, [...fieldsOf(fuzz.bodySchema(setup)).keys()]), async (body) => {
      const answer = await fuzz.send(setup, anonymous, { body: JSON.stringify(body) });
      expect(fuzz.judge(setup, answer)).toBe(true);
      expect(await fuzz.contents()).toBe(before);
    }),
    { numRuns: 150, seed: 20_261_121, endOnFailure: true },
  );
});
