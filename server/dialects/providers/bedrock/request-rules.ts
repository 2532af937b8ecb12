import { rulesTable } from '../../kit/rules/chat-rules.js';

const REFERENCE = 'https://docs.aws.amazon.com/bedrock/latest/APIReference/';
const characters = 'a-zA-Z0-9_-';

/** What Converse accepts, whatever the model. */
export const converseRules = rulesTable({
  toolName: { characters, maxLength: 64, source: `${REFERENCE}API_runtime_ToolSpecification.html` },
  callId: { characters, maxLength: 64, source: `${REFERENCE}API_runtime_ToolUseBlock.html` },
});
