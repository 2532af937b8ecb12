import { noUsage } from '../../canonical/usage.js';
import { usageOf } from '../../canonical/usage-reports.js';
import { readUsage } from './usage.js';

const usageIn = (report: object) => usageOf(readUsage(report)!);
const hour = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 8000 };

describe('iterations', () => {
  test('lifetimes that only the iterations state are those of the top-level total', () => {
    const report = {
      input_tokens: 10,
      cache_creation_input_tokens: 8000,
      output_tokens: 20,
      iterations: [
        {
          type: 'message',
          input_tokens: 10,
          cache_creation_input_tokens: 8000,
          cache_creation: hour,
          output_tokens: 20,
        },
      ],
    };
    expect(usageIn(report)).toEqual({ ...noUsage(), input: 10, cacheWrite1h: 8000, output: 20 });
  });

  test('several iterations of the response are summed up where the top level has the last one only', () => {
    const one = { type: 'message', input_tokens: 100, cache_read_input_tokens: 50, output_tokens: 20 };
    const report = { ...one, iterations: [one, { ...one, output_tokens: 30 }] };
    expect(usageIn(report)).toEqual({ ...noUsage(), input: 200, cacheRead: 100, output: 50 });
  });

  test('two models decline before a third one answers', () => {
    const report = {
      input_tokens: 412,
      output_tokens: 264,
      iterations: [
        { type: 'message', model: 'a', input_tokens: 408, output_tokens: 0 },
        { type: 'message', model: 'b', input_tokens: 410, output_tokens: 7 },
        { type: 'fallback_message', model: 'c', input_tokens: 412, output_tokens: 264 },
      ],
    };
    expect(usageIn(report)).toEqual({
      ...noUsage(),
      input: 412,
      output: 264,
      more: {
        servedBy: 'c',
        // The first model is the requested one, sold under the name of the request.
        steps: [
          { kind: 'message', usage: { ...noUsage(), input: 408 } },
          { kind: 'message', model: 'b', usage: { ...noUsage(), input: 410, output: 7 } },
        ],
      },
    });
  });

  test('a later turn goes to the fallback at once', () => {
    const report = {
      input_tokens: 412,
      output_tokens: 264,
      iterations: [{ type: 'fallback_message', model: 'c', input_tokens: 412, output_tokens: 264 }],
    };
    expect(usageIn(report)).toEqual({ ...noUsage(), input: 412, output: 264, more: { servedBy: 'c' } });
  });

  test('a top level that sums up all attempts is not charged twice', () => {
    const report = {
      output_tokens: 70,
      iterations: [
        { type: 'message', model: 'a', input_tokens: 10, output_tokens: 40 },
        { type: 'fallback_message', model: 'c', input_tokens: 12, output_tokens: 30 },
      ],
    };
    expect(usageIn(report)).toMatchObject({
      input: 12,
      output: 30,
      more: { steps: [{ usage: { output: 40 } }] },
    });
  });

  test('a fallback without counts of its own has those of the top level', () => {
    const report = {
      input_tokens: 412,
      output_tokens: 264,
      iterations: [{ type: 'fallback_message', model: 'c' }],
    };
    expect(usageIn(report)).toMatchObject({ input: 412, output: 264 });
  });
});

test.each([
  [{ service_tier: 'standard' }, undefined],
  [{ service_tier: 'priority' }, 'priority'],
  [{ service_tier: 'standard', speed: 'fast' }, 'fast'],
  [{ service_tier: 'standard', speed: 'fast', inference_geo: 'us' }, 'fast-us'],
  [{ service_tier: 'standard', speed: 'fast', inference_geo: 'global' }, 'fast'],
  [{ service_tier: 'standard', inference_geo: 'us' }, 'us'],
  [{ service_tier: 'batch', inference_geo: 'us' }, 'batch'],
  [{ inference_geo: 'global' }, undefined],
])('%j is priced as tier %s', (members, tier) => {
  expect(usageIn({ input_tokens: 5, ...members }).serviceTier).toBe(tier);
});

test('thinking is part of the output', () => {
  expect(usageIn({ output_tokens: 64, output_tokens_details: { thinking_tokens: 48 } })).toMatchObject({
    output: 16,
    reasoning: 48,
  });
});
