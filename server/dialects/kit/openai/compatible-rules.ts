import type { ChatRules, ModelRule } from '../rules/chat-rules.js';
import type { TextRule } from '../../canonical/conversation/accepted-text.js';

/** Limits of OpenAI's Chat Completions. */
const CHAT = 'https://platform.openai.com/docs/api-reference/chat/create';

const toolName: TextRule = {
  characters: 'a-zA-Z0-9_-',
  maxLength: 64,
  source: `${CHAT}#chat-create-tools`,
};

/**
 * What OpenAI-compatible providers accept unless they declare otherwise: OpenAI's own limits, because many validate them or
 * forward to OpenAI.
 */
export const compatibleRules: ChatRules = {
  toolName,
  // Documented by the error only: "string too long. Expected a string with maximum length 40".
  callId: { maxLength: 40, source: 'https://github.com/vercel/ai/issues/8132' },
  userId: { maxLength: 64, source: `${CHAT}#chat-create-safety_identifier` },
  metadata: {
    maxPairs: 16,
    maxNameLength: 64,
    maxValueLength: 512,
    source: `${CHAT}#chat-create-metadata`,
  },
  strict: {
    schemas: 'closed',
    source: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
  },
  schemaName: {
    characters: 'a-zA-Z0-9_-',
    maxLength: 64,
    source: `${CHAT}#chat-create-response_format`,
  },
};

/** OpenAI's own models, at OpenAI and Azure. */
export const openaiRules: ChatRules = {
  ...compatibleRules,
  developerRole: { source: `${CHAT}#chat-create-messages` },
  instructions: { place: 'anywhere', source: `${CHAT}#chat-create-messages` },
};

/** Models of other providers, at gateways with OpenAI's whole API: rules of OpenAI's own models do not apply. */
export const otherModels: ModelRule = {
  models:
    /deepseek|qwen|qwq|glm|kimi|moonshot|llama|gemma|gemini|claude|grok|minimax|hunyuan|doubao|ernie|baichuan|mistral|mixtral|ministral|codestral|devstral|magistral/i,
  rules: { developerRole: undefined, instructions: undefined },
};

/** OpenAI's Responses API, where ids of calls may be longer. */
export const responsesRules: ChatRules = {
  ...openaiRules,
  callId: {
    maxLength: 64,
    source: 'https://platform.openai.com/docs/api-reference/responses/create#responses-create-input',
  },
};

const HUNYUAN = 'https://github.com/FoundationAgents/OpenManus/issues/894';

const MISTRAL =
  'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py';

/** A call's id must be nine letters or digits. */
export const mistralCallId: TextRule = {
  characters: 'a-zA-Z0-9',
  minLength: 9,
  maxLength: 9,
  source: MISTRAL,
};

/** Models of Mistral, at Mistral and elsewhere. */
export const mistralRules: ChatRules = {
  callId: mistralCallId,
  // No system message after a turn of the assistant or a result.
  instructions: { place: 'first', source: MISTRAL },
  userAfterResults: {
    needs: 'assistant-between',
    // "Unexpected role 'user' after role 'tool'", code 3230.
    source: 'https://github.com/datapizza-labs/datapizza-ai/issues/98',
  },
};

/** Families of models whose chat templates or validators have rules of their own, whichever server runs them. */
export const modelFamilies: readonly ModelRule[] = [
  {
    models: /qwen|qwq|qvq/i,
    rules: {
      instructions: {
        place: 'first',
        // The template: "System message must be at the beginning."
        source: 'https://huggingface.co/Qwen/Qwen3.5-27B/blob/main/chat_template.jinja',
      },
    },
  },
  {
    models: /hunyuan/i,
    rules: {
      // "user (tool) and assistant must alternate, beginning with user; tool may occur several times in a row", code 1001
      instructions: { place: 'first', source: HUNYUAN },
      firstTurn: { must: 'be-users', source: HUNYUAN },
      sameRole: { must: 'be-joined', source: HUNYUAN },
      userAfterResults: { needs: 'assistant-between', source: HUNYUAN },
    },
  },
  {
    models: /mistral|mixtral|ministral|codestral|devstral|magistral|pixtral|mathstral|voxtral/i,
    rules: mistralRules,
  },
];

/**
 * Open models that think between tool calls and continue from their reasoning, as hosts write their names: `deepseek-v3-2-251201`,
 * `zai-org/GLM-4.7`, `kimi-k2p6`.
 */
export const INTERLEAVED =
  /deepseek-?v(?:3[.p-][2-9](?!\d)|[4-9])|kimi-?k(?:2-thinking|2[.p-][5-9](?!\d)|[3-9])|glm-(?:4[.p-][5-9](?![\db])|[5-9])|minimax-m[2-9]/i;

/**
 * Models whose makers reject conversations with tools in which reasoning is missing. For their makers, for hosts that document that
 * they take reasoning back, and for gateways, which may forward to any of these. Other hosts may reject the member.
 */
export const thinkingFamilies: readonly ModelRule[] = [
  {
    models: /deepseek-?v(?:[4-9]|\d\d)/i,
    rules: {
      earlierReasoning: {
        sent: 'text',
        // Also in messages without calls: https://github.com/openclaw/openclaw/issues/73417
        required: 'in-tool-use',
        source: 'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
      },
    },
  },
  {
    models: /kimi-?k(?:2-thinking|2[.p-][5-9](?!\d)|[3-9])/i,
    rules: {
      earlierReasoning: {
        sent: 'text',
        // "thinking is enabled but reasoning_content is missing in assistant tool call message"
        required: 'with-calls',
        source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
      },
    },
  },
];
