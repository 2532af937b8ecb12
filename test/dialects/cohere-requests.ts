import type { Target } from '../../server/dialects/kit/provider.js';
import { cohereViolations } from '../doubles/strict/cohere-rules.js';
import { written } from './provider-calls.js';
import { bodyOf } from './recorded.js';

export const COHERE = 34;
export const MODEL = 'command-a-03-2025';
export const user = { role: 'user', content: 'q' };

/** The body sent for an OpenAI client; no rule of Cohere may be violated. */
export function sent(body: object, overrides: Partial<Target> = {}): Record<string, unknown> {
  const call = written(COHERE, { messages: [user], ...body }, { model: MODEL, ...overrides });
  const json = bodyOf(call) as Record<string, unknown>;
  expect(cohereViolations(json)).toEqual([]);
  return json;
}

export const tool = (name: string, parameters?: object) => ({
  type: 'function',
  function: { name, parameters },
});
