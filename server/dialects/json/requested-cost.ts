import type { TopLevel } from './top-level.js';
import { record } from './lenient.js';

const openObject = 0x7b;
const NOT_MENTIONED = {};
const REQUESTED = { includeCost: true };
const NOT_REQUESTED = { includeCost: false };

/**
 * Whether a request asks for its cost: `usage: {include: true}`, a member of OpenRouter's API
 * (https://openrouter.ai/docs/use-cases/usage-accounting). Empty where it has no such member.
 */
export function requestedCost({ object }: TopLevel): { includeCost?: boolean } {
  const member = object.find('usage');
  if (!member) return NOT_MENTIONED;
  const isRequested =
    object.firstByte(member) === openObject && record(object.value(member)).include === true;
  return isRequested ? REQUESTED : NOT_REQUESTED;
}
