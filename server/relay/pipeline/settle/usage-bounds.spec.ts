import { OutputMeter } from '../../../dialects/canonical/meter.js';
import { noUsage } from '../../../dialects/canonical/usage.js';
import { withContent } from '../reserve/held-input.js';
import type { Outcome } from '../answer/outcome.js';
import type { ReferencedContent } from '../plan/referenced-content.js';
import type { BilledRequest } from '../stages.js';
import { requestBounds } from './usage-bounds.js';

const CONTENT: ReferencedContent = {
  tokens: 0,
  audio: 0,
  cacheWrite: 'cacheWrite5m',
  tools: [],
  toolCalls: undefined,
};

test.each<[name: string, content: ReferencedContent | undefined, input: number]>([
  ['nothing', undefined, 100_020],
  ['a cache hint, which adds nothing', CONTENT, 100_020],
  ['a document by address', { ...CONTENT, tokens: 128_000 }, 12_000_000],
])('the highest plausible input of a short body with %s', (_name, content, input) => {
  const request = {
    body: Buffer.from('{"a":"bcd"'),
    plan: { model: 'm', answers: 1, content },
    exchange: {},
  } as unknown as BilledRequest;
  expect(requestBounds(request, { meter: new OutputMeter() } as Outcome, 5_000_000)).toMatchObject({ input });
});

test('the hold of an operation covers text and audio that its body refers to', () => {
  const usage = { ...noUsage(), input: 10, output: 5 };
  expect(withContent(usage, { ...CONTENT, tokens: 100, audio: 40 })).toEqual({
    ...usage,
    input: 110,
    more: { audioInput: 40 },
  });
  expect(withContent(usage, undefined)).toBe(usage);
});
