import { readFileSync } from 'node:fs';
import type { CanonicalEvent } from '../../server/dialects/canonical/events.js';
import type { Provider, Target } from '../../server/dialects/kit/provider.js';
import { definitions } from '../../server/dialects/providers/registry.js';
import { SseReader } from '../../server/relay/upstream/sse.js';

/** A recorded stream's bytes. */
export const recordedStream = (provider: string, name: string): Buffer =>
  readFileSync(`test/fixtures/providers/${provider}/${name}.sse`);

/** A recorded answer, parsed. */
export const recordedAnswer = (provider: string, name: string): unknown =>
  JSON.parse(readFileSync(`test/fixtures/providers/${provider}/${name}.json`, 'utf8'));

/** The events of a stream that arrives in the pieces given by the cuts. */
export function replay(provider: Provider, bytes: Buffer, ...cuts: number[]): CanonicalEvent[] {
  const sse = new SseReader();
  const read = provider.chat!.stream();
  const events: CanonicalEvent[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    for (const frame of sse.push(bytes.subarray(from, cut))) events.push(...read(frame));
    from = cut;
  }
  for (const frame of sse.flush()) events.push(...read(frame));
  return events;
}

/** The id of a provider's definition, by which its fixtures are named; its chat may be replaced. */
const idOf = (provider: Provider): string =>
  definitions.find(({ api }) => api?.native === provider.native)!.id;

/** Whole, with CRLF, byte by byte and cut in two at every place: the same events. */
export function expectEvents(provider: Provider, name: string, expected: CanonicalEvent[]): void {
  const bytes = recordedStream(idOf(provider), name);
  expect(replay(provider, bytes)).toEqual(expected);
  expect(replay(provider, Buffer.from(bytes.toString().replaceAll('\n', '\r\n')))).toEqual(expected);
  expect(replay(provider, bytes, ...bytes.keys())).toEqual(expected);
  const wanted = JSON.stringify(expected);
  for (let cut = 1; cut < bytes.length; cut++) {
    expect(JSON.stringify(replay(provider, bytes, cut))).toBe(wanted);
  }
}

/** A channel as a provider sees it. */
export function targetOf(overrides: Partial<Target> = {}): Target {
  return {
    type: 1,
    baseUrl: 'https://upstream.example',
    key: 'sk-key',
    model: 'm',
    requestedModel: 'm',
    organization: '',
    other: '',
    path: '/v1/chat/completions',
    headers: {},
    override: undefined,
    settings: {
      claude: {
        defaultMaxTokens: { default: 8192 },
        modelHeaders: {},
        thinkingAdapter: true,
        thinkingBudgetShare: 0.8,
      },
      gemini: {
        versions: { default: 'v1beta', 'gemini-1.0-pro': 'v1' },
        safety: { default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' },
        maxImages: 16,
        thinkingAdapter: true,
        thinkingBudgetShare: 0.6,
      },
    },
    ...overrides,
  };
}

/** The JSON body of a call. */
export const bodyOf = (call: { body?: Buffer }): unknown => JSON.parse(call.body?.toString() ?? 'null');
