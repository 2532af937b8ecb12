import { bearerHeaders, urlBelow } from '../../kit/openai/address.js';
import { defineProvider } from '../../kit/define-provider.js';
import { rulesBehind } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/**
 * https://docs.oracle.com/en-us/iaas/Content/generative-ai/openai-compatible-api.htm, with API keys of the service
 * (https://docs.oracle.com/iaas/Content/generative-ai/api-keys.htm), which are valid in one region. The address names it.
 */
export default defineProvider({
  type: 1028,
  id: 'oci',
  name: { en: 'OCI Generative AI', zh: 'OCI Generative AI' },
  color: 'red',
  baseUrl: 'https://inference.generativeai.us-chicago-1.oci.oraclecloud.com',
  sdkPath: /\/openai(?:\/v1)?$/,
  models: ['openai.gpt-oss-120b'],
  api: openAICompatible({
    url: urlBelow('/openai'),
    headers: (target): Record<string, string> => ({
      ...bearerHeaders(target),
      ...(target.other !== '' && { 'openai-project': target.other }),
    }),
    models: false,
    rules: rulesBehind('openai.'),
  }),
  form: {
    other: {
      label: { en: 'Project OCID', zh: '项目 OCID' },
      placeholder: { en: 'Optional: ocid1.generativeaiproject…', zh: '可选：ocid1.generativeaiproject…' },
    },
    baseUrls: ['us-ashburn-1', 'uk-london-1', 'eu-frankfurt-1', 'ap-osaka-1'].map((region) => ({
      label: { en: region, zh: region },
      url: `https://inference.generativeai.${region}.oci.oraclecloud.com`,
    })),
  },
});
