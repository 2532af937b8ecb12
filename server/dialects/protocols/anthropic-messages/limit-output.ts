import { count, record } from '../../json/lenient.js';
import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';

/** Minimum thinking budget: https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
const LEAST_BUDGET = 1024;

/** The thinking budget must be smaller than the limit, so a larger one is lowered with it, or thinking is removed. */
export function limitOutput(body: Buffer, limit: number): Buffer {
  const object = scanObject(body);
  const changes = new Map<string, string | undefined>();
  const member = object.find('max_tokens');
  const requested = member && count(object.value(member));
  if (!requested || requested > limit) changes.set('max_tokens', String(limit));
  const thinkingMember = object.find('thinking');
  const thinking = record(thinkingMember && object.value(thinkingMember));
  const budget = count(thinking.budget_tokens);
  if (budget !== undefined && budget >= limit) {
    const lowered = limit - 1;
    changes.set(
      'thinking',
      lowered < LEAST_BUDGET ? undefined : JSON.stringify({ ...thinking, budget_tokens: lowered }),
    );
  }
  return splice(object, changes);
}
