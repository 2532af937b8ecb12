import { scanObject } from '../../json/scan.js';
import { splice } from '../../json/splice.js';
import { text } from '../../json/lenient.js';
import { mistralDialect } from '../mistral/index.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';
import type { Provider, Target, UpstreamCall } from '../../kit/provider.js';
import { vertexCall } from './address.js';
import { errorReader } from './errors.js';
import { readdressed } from './readdress.js';

const withoutKey = () => ({});
const compatible = openAICompatible({ headers: withoutKey, models: false });
const mistralCompatible = openAICompatible({ ...mistralDialect, headers: withoutKey, models: false });

/**
 * Llama and other models named `publisher/model`, through the endpoint that is compatible with OpenAI:
 * https://cloud.google.com/vertex-ai/generative-ai/docs/maas/call-open-model-apis
 */
export const openModels: Provider = {
  ...readdressed(compatible, (call, target) =>
    vertexCall(call, target, 'endpoints/openapi/chat/completions'),
  ),
  readError: errorReader(compatible.readError),
};

/** Models of Mistral: https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/mistral */
export const mistralModels: Provider = {
  ...readdressed(mistralCompatible, mistralCall),
  readError: errorReader(mistralCompatible.readError),
};

/** The version of a model (`@001`) is part of the URL only. */
function mistralCall(call: UpstreamCall, target: Target): UpstreamCall {
  const object = scanObject(call.body ?? Buffer.from('{}'));
  const valueOf = (name: string) => {
    const member = object.find(name);
    return member && object.value(member);
  };
  const name = text(valueOf('model'));
  const [model = ''] = name.split('@');
  const action = valueOf('stream') === true ? 'streamRawPredict' : 'rawPredict';
  const path = `publishers/mistralai/models/${encodeURIComponent(name).replaceAll('%40', '@')}:${action}`;
  const body = splice(object, new Map([['model', JSON.stringify(model)]]));
  return vertexCall({ ...call, body }, target, path);
}
