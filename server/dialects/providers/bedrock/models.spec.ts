import { targetOf } from '../../../../test/dialects/recorded.js';
import { providerFor } from '../registry.js';
import { ADDRESS } from './call.js';
import { baseId, modelId } from './model-ids.js';

test.each([
  ['claude-3-haiku-20240307', 'us-east-1', 'us.anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-3-haiku-20240307', 'eu-central-1', 'eu.anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-3-haiku-20240307', 'ap-northeast-1', 'apac.anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-3-haiku-20240307', 'sa-east-1', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-3-haiku-20240307', 'us-gov-west-1', 'us-gov.anthropic.claude-3-haiku-20240307-v1:0'],
  ['claude-3-5-sonnet-20241022', 'us-west-2', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-3-5-sonnet-20241022', 'eu-west-1', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
  ['claude-2.1', 'us-east-1', 'anthropic.claude-v2:1'],
  ['claude-sonnet-4-5', 'ap-northeast-1', 'jp.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-sonnet-4-5-20250929', 'ap-southeast-2', 'au.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-sonnet-4-5-20250929', 'ap-south-1', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['claude-sonnet-4-20250514', 'ap-south-1', 'apac.anthropic.claude-sonnet-4-20250514-v1:0'],
  ['claude-opus-4-6', 'ca-central-1', 'global.anthropic.claude-opus-4-6-v1'],
  ['claude-opus-5-5', 'ap-northeast-1', 'jp.anthropic.claude-opus-5-5'],
  ['claude-haiku-6', 'eu-west-1', 'eu.anthropic.claude-haiku-6'],
  ['claude-sonnet-4-5', 'cn-north-1', 'anthropic.claude-sonnet-4-5-20250929-v1:0'],
  ['anthropic.claude-3-haiku-20240307-v1:0', 'us-east-1', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ['global.anthropic.claude-opus-4-8', 'us-east-1', 'global.anthropic.claude-opus-4-8'],
  ['amazon.nova-pro-v1:0', 'us-east-1', 'amazon.nova-pro-v1:0'],
  ['constructor', 'us-east-1', 'constructor'],
])('%s in %s is %s', (name, region, id) => {
  expect(modelId(name, region)).toBe(id);
});

test.each([
  ['us.amazon.nova-2-lite-v1:0', 'amazon.nova-2-lite-v1:0'],
  ['us-gov.anthropic.claude-opus-5', 'anthropic.claude-opus-5'],
  ['arn:aws:bedrock:us-east-1::foundation-model/cohere.embed-english-v3', 'cohere.embed-english-v3'],
  [
    'arn:aws:bedrock:us-east-1:1:inference-profile/eu.meta.llama3-2-1b-instruct-v1:0',
    'meta.llama3-2-1b-instruct-v1:0',
  ],
  ['openai.gpt-oss-20b-1:0', 'openai.gpt-oss-20b-1:0'],
  ['us.model', 'us.model'],
])('the base id of %s is %s', (id, base) => {
  expect(baseId(id)).toBe(base);
});

test('models of the region and inference profiles of the account are listed', () => {
  const target = targetOf({ type: 33, baseUrl: ADDRESS, key: 'AKID|secret|us-east-1' });
  const steps = providerFor(33)!.listModels!(target);
  expect(steps.next().value).toMatchObject({
    method: 'GET',
    url: 'https://bedrock.us-east-1.amazonaws.com/foundation-models',
  });
  const model = (modelId: string, inferenceTypesSupported: string[], outputModalities: string[]) => ({
    modelId,
    inferenceTypesSupported,
    outputModalities,
  });
  const modelSummaries = [
    model('amazon.nova-pro-v1:0', ['ON_DEMAND', 'INFERENCE_PROFILE'], ['TEXT']),
    model('amazon.titan-embed-text-v2:0', ['ON_DEMAND'], ['EMBEDDING']),
    model('amazon.nova-canvas-v1:0', ['ON_DEMAND'], ['IMAGE']),
    model('anthropic.claude-opus-5-5', ['INFERENCE_PROFILE'], ['TEXT']),
    model('amazon.nova-pro-v1:0:24k', ['PROVISIONED'], ['TEXT']),
  ];
  expect(steps.next({ modelSummaries }).value).toMatchObject({
    url: 'https://bedrock.us-east-1.amazonaws.com/inference-profiles?maxResults=1000',
  });
  const profile = (inferenceProfileId: string, base: string, fields: object = {}) => ({
    inferenceProfileId,
    inferenceProfileArn: `arn:aws:bedrock:us-east-1:1:application-inference-profile/${inferenceProfileId}`,
    models: [{ modelArn: `arn:aws:bedrock:us-west-2::foundation-model/${base}` }],
    status: 'ACTIVE',
    type: 'SYSTEM_DEFINED',
    ...fields,
  });
  const inferenceProfileSummaries = [
    profile('us.anthropic.claude-opus-5-5', 'anthropic.claude-opus-5-5'),
    profile('us.stability.stable-image-v1:0', 'stability.stable-image-v1:0'),
    profile('abc', 'amazon.nova-pro-v1:0', { type: 'APPLICATION' }),
    profile('off', 'amazon.nova-pro-v1:0', { status: 'INACTIVE' }),
  ];
  expect(steps.next({ inferenceProfileSummaries })).toEqual({
    done: true,
    value: [
      'amazon.nova-pro-v1:0',
      'amazon.titan-embed-text-v2:0',
      'us.anthropic.claude-opus-5-5',
      'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc',
    ],
  });
});
