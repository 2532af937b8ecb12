import { cachedContentIn } from './google-options.js';
import type { ReadRequest } from '../protocol.js';
import { TopLevel } from '../../json/top-level.js';
import { requestedCost } from '../../json/requested-cost.js';
import { requestedTiers } from '../../json/requested-tiers.js';

/** Reads the fields the pipeline needs, without parsing the conversation. @throws ApiError 400 */
export function readChat(body: Buffer): ReadRequest {
  const top = TopLevel.of(body, 'invalid_text_request');
  const limits = [top.tokenLimit('max_tokens'), top.tokenLimit('max_completion_tokens')];
  const model = top.model('model is required');
  top.needMessages();
  const n = top.integer('n');
  if (n !== undefined && (n < 1 || n > 10)) throw top.refuse('field n must be between 1 and 10');
  const accountBound = cachedContentIn(top);
  const cost = requestedCost(top);
  return {
    model,
    stream: top.flag('stream') ?? false,
    maxTokens: largest(limits, n ?? 1),
    ...(n !== undefined && n > 1 && { answers: n }),
    includeUsage: cost.includeCost === true || top.options('stream_options')?.values.include_usage === true,
    ...cost,
    ...top.remarks,
    ...requestedTiers(top),
    ...(accountBound !== undefined && { accountBound }),
  };
}

/** Maximum output tokens of all choices together. */
function largest(limits: (number | undefined)[], answers: number): number | undefined {
  const requested = limits.filter((limit) => limit !== undefined);
  return requested.length > 0 ? Math.max(...requested) * answers : undefined;
}
