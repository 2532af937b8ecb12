import { list, record, text } from '../../json/lenient.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import { defineProvider } from '../../kit/define-provider.js';
import { rulesBehind } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { Target } from '../../kit/provider.js';

/** https://docs.github.com/rest/about-the-rest-api/api-versions */
const API_VERSION = '2022-11-28';

const headers = (target: Pick<Target, 'key'>): Record<string, string> => ({
  ...bearerHeaders(target),
  'x-github-api-version': API_VERSION,
});

/**
 * https://docs.github.com/rest/models/inference. The key is a token with the permission `models: read`; usage is attributed
 * to the channel's organization if it names one.
 */
export default defineProvider({
  type: 1011,
  id: 'github-models',
  name: { en: 'GitHub Models', zh: 'GitHub Models' },
  color: 'gray',
  baseUrl: 'https://models.github.ai',
  sdkPath: /\/inference$/,
  keys: [
    { prefix: 'github_pat_', certainty: 'certain' },
    { prefix: 'ghp_', certainty: 'certain' },
    { prefix: 'gho_', certainty: 'certain' },
  ],
  listsToAnyone: true,
  models: ['openai/gpt-4.1', 'openai/o3', 'openai/o4-mini'],
  api: openAICompatible({
    url: (path, { baseUrl, organization }) => {
      const owner = organization === '' ? '' : `/orgs/${encodeURIComponent(organization)}`;
      return `${baseUrl}${owner}/inference${path.replace(/^\/v1/, '')}`;
    },
    headers,
    serves: ['embeddings'],
    rules: rulesBehind('openai/'),
    accepts: { developerRole: { source: 'https://docs.github.com/en/rest/models/inference' } },
    models: {
      request: (target) => ({
        method: 'GET',
        url: `${target.baseUrl}/catalog/models`,
        headers: { ...headers(target), accept: 'application/vnd.github+json' },
      }),
      read: (body) =>
        list(body)
          .map((model) => text(record(model).id))
          .filter((id) => id !== ''),
    },
  }),
  form: {
    keyPage: 'https://github.com/settings/personal-access-tokens',
    organization: true,
    keyHint: {
      en: 'Token with the permission “models: read”, for example github_pat_…',
      zh: '具有 “models: read” 权限的令牌，例如 github_pat_…',
    },
  },
});
