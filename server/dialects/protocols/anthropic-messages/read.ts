import type { ReadRequest } from '../protocol.js';
import { TopLevel } from '../../json/top-level.js';
import { requestedTiers } from '../../json/requested-tiers.js';

/** Reads the fields the pipeline needs, without parsing the conversation. @throws ApiError 400 */
export function readMessages(body: Buffer): ReadRequest {
  const top = TopLevel.of(body, 'invalid_claude_request');
  top.needMessages();
  return {
    model: top.model('field model is required'),
    stream: top.flag('stream') ?? false,
    maxTokens: top.tokenLimit('max_tokens'),
    // Responses of this protocol always include usage.
    includeUsage: true,
    ...top.remarks,
    ...requestedTiers(top),
  };
}
