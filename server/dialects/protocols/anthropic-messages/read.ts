import type { ReadRequest } from '../protocol.js';
import { TopLevel } from '../../json/top-level.js';

/** The fields the pipeline needs, without parsing the conversation. @throws Refusal 400 */
export function readMessages(body: Buffer): ReadRequest {
  const top = TopLevel.of(body, 'invalid_claude_request');
  top.needMessages();
  return {
    model: top.model('field model is required'),
    stream: top.flag('stream') ?? false,
    maxTokens: top.tokenLimit('max_tokens'),
    // This protocol always carries usage.
    includeUsage: true,
  };
}
