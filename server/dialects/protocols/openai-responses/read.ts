import { ApiError } from '../../../contract/errors/api-error.js';
import { COMPACTION_MARK } from './encrypted-content.js';
import type { ReadRequest } from '../protocol.js';
import { TopLevel } from '../../json/top-level.js';
import { requestedCost } from '../../json/requested-cost.js';
import { requestedTiers } from '../../json/requested-tiers.js';

/** Fields that may replace `input`. */
const withoutInput = ['previous_response_id', 'conversation', 'prompt'] as const;

/** What the gateway must look up or decrypt before a channel is chosen, found without parsing the input. */
export function inputReferences(body: Buffer): Pick<ReadRequest, 'refersToItems' | 'mayHoldCompactions'> {
  return {
    ...(body.includes('"item_reference"') && { refersToItems: true }),
    ...(body.includes(`"${COMPACTION_MARK}`) && { mayHoldCompactions: true }),
  };
}

/** Reads the fields the pipeline needs, without parsing the conversation. @throws ApiError 400 */
export function readResponses(body: Buffer): ReadRequest {
  const top = TopLevel.of(body, 'invalid_text_request');
  const model = top.model('model is required');
  if (!top.has('input') && !withoutInput.some((name) => top.has(name))) {
    throw top.refuse('field input is required');
  }
  // A background response is produced after the request has ended, when it can no longer be charged.
  if (top.flag('background') === true) {
    throw new ApiError('unsupported_parameter', {
      detail: 'background: responses are not produced in the background by this gateway, on any channel',
    });
  }
  const continues = top.text('previous_response_id');
  return {
    model,
    stream: top.flag('stream') ?? false,
    maxTokens: top.tokenLimit('max_output_tokens'),
    // Responses of this protocol always include usage.
    includeUsage: true,
    ...requestedCost(top),
    ...top.remarks,
    ...requestedTiers(top),
    isStored: top.flag('store') ?? true,
    ...(continues !== undefined && { continues }),
    ...inputReferences(body),
  };
}
