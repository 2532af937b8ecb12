import type { Target, UpstreamCall } from '../../kit/provider.js';
import { targetOf } from '../../../../test/dialects/recorded.js';
import { UpstreamError } from '../../canonical/failure.js';
import { ADDRESS, controlCall, modelCall } from './call.js';

const KEY = 'AKIDEXAMPLE|exampleSecretAccessKey|us-east-1';
const NOW = new Date('2023-11-14T22:13:20Z');
const MODEL = 'us.anthropic.claude-3-haiku-20240307-v1:0';
const body = Buffer.from(
  '{"anthropic_version":"bedrock-2023-05-31","max_tokens":10,"messages":[{"role":"user","content":"hi"}]}',
);

const at = (overrides: Partial<Target> = {}): Target =>
  targetOf({ type: 33, baseUrl: ADDRESS, key: KEY, ...overrides });
const invoke = (overrides: Partial<Target> = {}, model = MODEL): UpstreamCall =>
  modelCall(at(overrides), { model, action: 'invoke', body });
const signed = (call: UpstreamCall) => call.sign!(call, NOW);

test('a call is signed with Signature Version 4', async () => {
  const call = invoke();
  expect(call.url).toBe(
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-3-haiku-20240307-v1%3A0/invoke',
  );
  expect(await signed(call)).toEqual({
    'x-amz-date': '20231114T221320Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20231114/us-east-1/bedrock/aws4_request, ' +
      'SignedHeaders=content-type;host;x-amz-date, ' +
      'Signature=cc4d1fa35781b4dda5c5f6588c76c3e8702bca72f844ef9960cb5c5a9b59e84c',
  });
});

test('a session token is sent and signed', async () => {
  const headers = await signed(invoke({ key: `${KEY}|exampleToken` }));
  expect(headers['x-amz-security-token']).toBe('exampleToken');
  expect(headers.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,');
});

test('an API key is sent as it is', () => {
  const call = invoke({ key: 'ABSKexample|eu-west-1' });
  expect(call.sign).toBeUndefined();
  expect(call.headers.authorization).toBe('Bearer ABSKexample');
  expect(call.url).toMatch(/^https:\/\/bedrock-runtime\.eu-west-1\.amazonaws\.com\/model\//);
});

test('the address and the port of a private endpoint are signed', async () => {
  const call = invoke({ baseUrl: 'http://127.0.0.1:8080/proxy' });
  expect(call.url).toBe(`http://127.0.0.1:8080/proxy/model/${encodeURIComponent(MODEL)}/invoke`);
  const { authorization } = await signed(call);
  const { authorization: other } = await signed(invoke({ baseUrl: 'http://127.0.0.1:8081/proxy' }));
  expect(authorization).not.toBe(other);
});

test('an ARN is one segment of the path', () => {
  const arn = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc123';
  expect(new URL(invoke({}, arn).url).pathname).toBe(
    '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Aapplication-inference-profile%2Fabc123/invoke',
  );
});

test.each([
  ['cn-north-1', 'bedrock-runtime.cn-north-1.amazonaws.com.cn'],
  ['us-gov-west-1', 'bedrock-runtime.us-gov-west-1.amazonaws.com'],
  ['eusc-de-east-1', 'bedrock-runtime.eusc-de-east-1.amazonaws.eu'],
])('the host of region %s is %s', (region, host) => {
  expect(new URL(invoke({ key: `a|b|${region}` }).url).host).toBe(host);
});

test('the control plane has a host of its own, and its query is signed', async () => {
  const call = controlCall(at(), '/inference-profiles?maxResults=1000');
  expect(call).toMatchObject({
    method: 'GET',
    url: 'https://bedrock.us-east-1.amazonaws.com/inference-profiles?maxResults=1000',
  });
  const other = controlCall(at(), '/inference-profiles?maxResults=10');
  expect((await signed(call)).authorization).not.toBe((await signed(other)).authorization);
  expect((await signed(call)).authorization).toContain('SignedHeaders=host;x-amz-date,');
});

test.each([
  'sk-plain',
  'a|b',
  'a||us-east-1',
  'a|b|c|d|us-east-1',
  'a|b|evil.example/',
  'a|b|us-east-1|',
  '|us-east-1',
])('the key %s is malformed', (key) => {
  const failing = () => invoke({ key });
  expect(failing).toThrow(UpstreamError);
  expect(failing).toThrow('invalid aws secret key');
});

test('only binary streams are decoded', () => {
  const decoder = () => ({ push: (chunk: Buffer) => chunk, end: () => undefined });
  const call = modelCall(at(), { model: MODEL, action: 'converse-stream', body }, decoder);
  expect(call.headers).toEqual({ 'content-type': 'application/json' });
  expect(call.decoder!({ 'content-type': 'application/vnd.amazon.eventstream' })).toBeDefined();
  expect(call.decoder!({ 'content-type': 'application/json' })).toBeUndefined();
});
