import { measure } from '../../../../test/relay/measured-content.js';
import { noUsage } from '../../../dialects/canonical/usage.js';
import type { ProtocolName } from '../../../dialects/protocols/protocol.js';
import { withRequestedTools } from './requested-tools.js';

/** The names under which reported calls are billed. */
function billed(reported: Record<string, number>, protocol: ProtocolName, ...tools: object[]) {
  const content = measure(protocol, { tools });
  return withRequestedTools({ ...noUsage(), more: { tools: reported } }, content).more!.tools;
}

const ENTERPRISE = { enterpriseWebSearch: {} };

test('what the request alone decides is in the name', () => {
  expect(billed({ google_search: 2 }, 'gemini', ENTERPRISE)).toEqual({ 'google_search/enterprise': 2 });
});

test('of two tools that are reported alike, the one with the reported name is billed', () => {
  expect(billed({ google_search: 2 }, 'gemini', ENTERPRISE, { googleSearch: {} })).toEqual({
    google_search: 2,
  });
});

test('the most expensive image, which a hold assumes, is no name to bill by', () => {
  expect(billed({ image_generation: 1 }, 'openai-responses', { type: 'image_generation' })).toEqual({
    image_generation: 1,
  });
});

test('code is free beside a web fetch of 2026 or later, and billed beside an earlier one', () => {
  const code = (version: string) =>
    billed({ code_execution: 1 }, 'anthropic-messages', {
      type: `web_fetch_${version}`,
      name: 'web_fetch',
    });
  expect(code('20260209')).toEqual({ 'code_execution/with_web_tools': 1 });
  expect(code('20260910')).toEqual({ 'code_execution/with_web_tools': 1 });
  expect(code('20250910')).toEqual({ code_execution: 1 });
});

test('a request without tools leaves the usage as it is', () => {
  const usage = { ...noUsage(), more: { tools: { web_search: 1 } } };
  expect(withRequestedTools(usage, undefined)).toBe(usage);
});
