import { record } from '../json/lenient.js';
import { defineProvider, type ProviderDefinition } from '../kit/define-provider.js';
import { amount, balanceAt, cny, pieces } from '../kit/balance.js';
import { openaiModels } from '../kit/openai/model-names.js';
import { anyOpenAICompatible } from '../kit/openai/openai-compatible.js';

/** Former resellers of OpenAI's API, for imported channels: a name and an address. */
export const resellers: readonly ProviderDefinition[] = [
  defineProvider({
    type: 6,
    id: 'openai-max',
    name: { en: 'Proxy: OpenAI Max', zh: '代理：OpenAI Max' },
    color: 'violet',
    baseUrl: 'https://api.openaimax.com',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
  }),
  defineProvider({
    type: 7,
    id: 'ohmygpt',
    name: { en: 'Proxy: OhMyGPT', zh: '代理：OhMyGPT' },
    color: 'grape',
    baseUrl: 'https://api.ohmygpt.com',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
  }),
  defineProvider({
    type: 9,
    id: 'ails',
    name: { en: 'Proxy: AI.LS', zh: '代理：AI.LS' },
    color: 'yellow',
    baseUrl: 'https://api.caipacity.com',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
  }),
  defineProvider({
    type: 10,
    id: 'aiproxy',
    name: { en: 'Proxy: AI Proxy', zh: '代理：AI Proxy' },
    color: 'grape',
    baseUrl: 'https://api.aiproxy.io',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
    balance: balanceAt(
      'https://aiproxy.io/api/report/getUserOverview',
      (body) => pieces(amount(record(record(body).data).totalPoints), 'points'),
      ({ key }) => ({ 'api-key': key }),
    ),
  }),
  defineProvider({
    type: 12,
    id: 'api2gpt',
    name: { en: 'Proxy: API2GPT', zh: '代理：API2GPT' },
    color: 'blue',
    baseUrl: 'https://api.api2gpt.com',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
    balance: balanceAt('https://api.api2gpt.com/dashboard/billing/credit_grants', (body) =>
      cny(amount(record(body).total_remaining)),
    ),
  }),
  defineProvider({
    type: 13,
    id: 'aigc2d',
    name: { en: 'Proxy: AIGC2D', zh: '代理：AIGC2D' },
    color: 'grape',
    baseUrl: 'https://api.aigc2d.com',
    models: openaiModels,
    legacy: true,
    api: anyOpenAICompatible,
    balance: balanceAt('https://api.aigc2d.com/dashboard/billing/credit_grants', (body) =>
      pieces(amount(record(body).total_available), 'points'),
    ),
  }),
];
