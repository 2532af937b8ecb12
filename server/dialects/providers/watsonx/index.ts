import { UpstreamError } from '../../canonical/failure.js';
import { parseRecord, list, numeric, record, text, type UnknownRecord } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { statusFailure } from '../../kit/provider-error.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { AccessTokenCodec, Provider, Target, UpstreamCall } from '../../kit/provider.js';

const PAGE = 'https://cloud.ibm.com/apidocs/watsonx-ai#text-chat';

/** https://cloud.ibm.com/apidocs/watsonx-ai#active-version-dates */
const VERSION = '2024-10-10';
const IAM = 'https://iam.cloud.ibm.com';
/** Hosts of IBM Cloud; other addresses, such as proxies, exchange keys themselves. */
const IBM_CLOUD = /\.cloud\.ibm\.com(:\d+)?$/;
const DEPLOYMENT = 'deployment/';
const SPACE = 'space:';

/** https://cloud.ibm.com/apidocs/watsonx-ai#text-chat: OpenAI's format, with other names of some members. */
const compatible = openAICompatible({
  accepts: {
    rejectedOptions: {
      names: [
        'parallel_tool_calls',
        'logit_bias',
        'metadata',
        'prompt_cache_key',
        'service_tier',
        'user',
        'verbosity',
      ],
      source: PAGE,
    },
  },
  url: (_path, { baseUrl }, model) => `${baseUrl}/ml/v1/${chatPath(model)}?version=${VERSION}`,
  headers: () => ({}),
  passes: false,
  streamOptions: false,
  rules: rulesOfAnyModel,
  change(members, model, { other }) {
    const choice = members.value('tool_choice');
    const stop = members.value('stop');
    return {
      model: undefined,
      stream: undefined,
      ...placeOf(model, other),
      ...(typeof choice === 'string' && { tool_choice: undefined, tool_choice_option: choice }),
      ...(typeof stop === 'string' && { stop: [stop] }),
    };
  },
  facts: {
    finish: [{ words: { time_limit: 'length', cancelled: 'broken', error: 'broken' }, source: PAGE }],
    failures: [{ codes: ['token_quota_reached'], means: { disables: true }, source: PAGE }],
  },
  models: {
    // Public: needs no key.
    request: ({ baseUrl }) => ({
      method: 'GET',
      url: `${baseUrl}/ml/v1/foundation_model_specs?version=${VERSION}&filters=function_text_chat&limit=200`,
      headers: {},
    }),
    read: (body) =>
      list(record(body).resources)
        .map((model) => text(record(model).model_id))
        .filter((id) => id !== ''),
  },
});

const api: Provider = {
  ...compatible,
  ...(compatible.chat && {
    chat: {
      ...compatible.chat,
      request(chat, target) {
        const call = compatible.chat!.request(chat, target);
        const url = chat.stream ? call.url.replace('/chat?', '/chat_stream?') : call.url;
        return { ...call, url, accessToken: iamToken(target) };
      },
    },
  }),
};

export default defineProvider({
  type: 1014,
  id: 'watsonx',
  name: { en: 'IBM watsonx.ai', zh: 'IBM watsonx.ai' },
  color: 'blue',
  baseUrl: 'https://us-south.ml.cloud.ibm.com',
  sdkPath: /\/ml\/v1$/,
  models: [
    'ibm/granite-4-h-small',
    'meta-llama/llama-3-3-70b-instruct',
    'mistralai/mistral-small-3-1-24b-instruct-2503',
    'openai/gpt-oss-120b',
  ],
  api,
  form: {
    keyPage: 'https://cloud.ibm.com/iam/apikeys',
    other: {
      label: { en: 'Project ID', zh: '项目 ID' },
      placeholder: {
        en: 'Or space:… for a deployment space; not used by models named deployment/…',
        zh: '部署空间请填写 space:…；名为 deployment/… 的模型不需要',
      },
    },
    keyHint: { en: 'IBM Cloud API key', zh: 'IBM Cloud API 密钥' },
    baseUrls: [
      { label: { en: 'Frankfurt', zh: '法兰克福' }, url: 'https://eu-de.ml.cloud.ibm.com' },
      { label: { en: 'London', zh: '伦敦' }, url: 'https://eu-gb.ml.cloud.ibm.com' },
      { label: { en: 'Tokyo', zh: '东京' }, url: 'https://jp-tok.ml.cloud.ibm.com' },
      { label: { en: 'Sydney', zh: '悉尼' }, url: 'https://au-syd.ml.cloud.ibm.com' },
      { label: { en: 'Toronto', zh: '多伦多' }, url: 'https://ca-tor.ml.cloud.ibm.com' },
    ],
  },
});

function chatPath(model: string): string {
  return model.startsWith(DEPLOYMENT)
    ? `deployments/${encodeURIComponent(model.slice(DEPLOYMENT.length))}/text/chat`
    : 'text/chat';
}

/** The model and what its use is attributed to; deployments know both. */
function placeOf(model: string, other: string): UnknownRecord {
  if (model.startsWith(DEPLOYMENT)) return {};
  return other.startsWith(SPACE)
    ? { model_id: model, space_id: other.slice(SPACE.length) }
    : { model_id: model, project_id: other === '' ? undefined : other };
}

/** https://cloud.ibm.com/apidocs/iam-identity-token-api#gettoken-apikey */
function iamToken({ key, baseUrl }: Target): AccessTokenCodec {
  const url = `${IBM_CLOUD.test(baseUrl) ? IAM : baseUrl}/identity/token`;
  return {
    identity: `${url} ${key}`,
    request: () => ({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: Buffer.from(
        new URLSearchParams({ grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: key }).toString(),
      ),
    }),
    read(status, headers, body) {
      const answer = status >= 200 && status <= 299 ? parsed(body) : {};
      const token = text(answer.access_token);
      if (token === '') throw new UpstreamError(iamFailure(status, headers, body));
      return { token, expiresInSeconds: numeric(answer.expires_in) || 0 };
    },
    apply: (call, token): UpstreamCall => ({
      ...call,
      headers: { ...call.headers, authorization: `Bearer ${token}` },
    }),
  };
}

/** Errors are `{errorCode, errorMessage}`; an unknown or disabled key is refused with 400. */
function iamFailure(...[status, headers, body]: Parameters<AccessTokenCodec['read']>) {
  const { errorCode, errorMessage } = parsed(body);
  const failure = statusFailure(status < 400 ? 502 : status, headers, body, () => true);
  const refused = status === 400 || status === 401;
  return {
    ...failure,
    ...(refused && { status: 401, disables: true }),
    ...(text(errorMessage) !== '' && { message: text(errorMessage), code: text(errorCode) || failure.code }),
  };
}

function parsed(body: string): UnknownRecord {
  try {
    return parseRecord(body);
  } catch {
    return {};
  }
}
