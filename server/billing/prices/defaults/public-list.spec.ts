import { readFileSync } from 'node:fs';
import { listedModel, PUBLIC_LIST } from './public-list.js';

test('the version that is stated is the one that is installed', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(PUBLIC_LIST.version).toBe(dependencies['@pydantic/genai-prices']);
});

test('models are found with their provider; prices by the time of day are recognized', () => {
  expect(listedModel('gpt-4o')).toMatchObject({ listedAs: 'openai/gpt-4o', byTime: false });
  expect(listedModel('deepseek-chat')).toMatchObject({ listedAs: 'deepseek/deepseek-chat', byTime: true });
  expect(listedModel('unknown-model')).toBeUndefined();
});
