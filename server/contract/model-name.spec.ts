import { makersName } from './model-name.js';

test.each([
  ['gpt-4o', 'gpt-4o'],
  ['openai/gpt-4o', 'gpt-4o'],
  ['accounts/fireworks/models/deepseek-v3p1', 'deepseek-v3p1'],
  ['@cf/openai/gpt-oss-120b', 'gpt-oss-120b'],
  ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet-20241022'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929'],
  ['arn:aws:bedrock:us-east-1:1:inference-profile/eu.amazon.nova-pro-v1:0', 'nova-pro'],
  ['us-gov.anthropic.claude-opus-5', 'claude-opus-5'],
  ['global.amazon.nova-2-lite-v1:0:256k', 'nova-2-lite-v1:0'],
  ['openai.gpt-oss-120b-1:0', 'gpt-oss-120b-1'],
  ['databricks-claude-opus-4-7', 'claude-opus-4-7'],
  ['openai-gpt-5.4', 'gpt-5.4'],
  ['deepseek/deepseek-r1:free', 'deepseek-r1'],
  ['models/Gemini-3-Pro', 'gemini-3-pro'],
  ['llama3.2:3b', 'llama3.2:3b'],
  ['qwen2.5-72b-instruct', 'qwen2.5-72b-instruct'],
  ['gpt-4.1', 'gpt-4.1'],
  ['claude-sonnet-4@20250514', 'claude-sonnet-4@20250514'],
  ['azure-tts-1', 'azure-tts-1'],
  ['', ''],
])('%s is %s', (model, name) => {
  expect(makersName(model)).toBe(name);
});
