import { rulesTable } from '../../kit/rules/chat-rules.js';

const MESSAGES = 'https://platform.claude.com/docs/en/api/messages/create';

/** What Claude models accept in the Messages API, at Anthropic, on Bedrock and on Vertex AI. */
export const anthropicRules = rulesTable({
  toolName: { characters: 'a-zA-Z0-9_-', maxLength: 128, source: `${MESSAGES}#tool` },
  callId: { characters: 'a-zA-Z0-9_-', source: `${MESSAGES}#tool_use_block_param` },
  // "`tool_use` ids must be unique"
  uniqueCallIds: { source: 'https://github.com/anomalyco/opencode/issues/1279' },
  userId: { maxLength: 256, source: `${MESSAGES}#metadata` },
});
