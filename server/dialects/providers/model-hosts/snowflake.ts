import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { rulesBehind } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

const PAGE = 'https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api';

/** https://docs.snowflake.com/en/user-guide/snowflake-cortex/cortex-rest-api; models cannot be listed. */
export default defineProvider({
  type: 1015,
  id: 'snowflake',
  name: { en: 'Snowflake Cortex', zh: 'Snowflake Cortex' },
  color: 'cyan',
  baseUrl: null,
  sdkPath: /\/api\/v2\/cortex(?:\/v1)?$/,
  hosts: /\.snowflakecomputing\.com$/,
  models: [
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-sonnet-4-6',
    'claude-haiku-4-5',
    'openai-gpt-5.4',
    'openai-gpt-5.2',
    'openai-gpt-5.1',
    'openai-gpt-5-mini',
    'openai-gpt-4.1',
    'mistral-large2',
    'deepseek-r1',
  ],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_completion_tokens', source: PAGE },
    },
    url: urlBelow('/api/v2/cortex'),
    models: false,
    rules: rulesBehind('openai-'),
  }),
  form: {
    baseUrl: {
      label: { en: 'Account URL', zh: '账户地址' },
      placeholder: {
        en: 'For example https://my-account.snowflakecomputing.com',
        zh: '例如：https://my-account.snowflakecomputing.com',
      },
    },
    keyHint: { en: 'Programmatic access token', zh: '编程访问令牌（PAT）' },
  },
});
