import { CLIENT_SAMPLES, type ClientName, type SampleParts } from './client-samples';
import { quoted } from './shell';

export type SampleName = 'curl' | 'Python' | 'JavaScript' | ClientName;

/** Example requests by programming language, and the configuration of clients, ready to run. */
export const SAMPLES: Record<SampleName, (parts: SampleParts) => string> = {
  curl: ({ address, key, model }) =>
    [
      `curl ${quoted(`${address}/v1/chat/completions`)} \\`,
      `  -H ${quoted(`Authorization: Bearer ${key}`)} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d ${quoted(`{"model": ${JSON.stringify(model)},\n       "messages": [{"role": "user", "content": "Hello"}]}`)}`,
    ].join('\n'),

  Python: ({ address, key, model }) =>
    [
      'from openai import OpenAI',
      '',
      `client = OpenAI(base_url="${address}/v1", api_key="${key}")`,
      '',
      'answer = client.chat.completions.create(',
      `    model=${JSON.stringify(model)},`,
      '    messages=[{"role": "user", "content": "Hello"}],',
      ')',
      'print(answer.choices[0].message.content)',
    ].join('\n'),

  JavaScript: ({ address, key, model }) =>
    [
      "import OpenAI from 'openai';",
      '',
      `const client = new OpenAI({ baseURL: '${address}/v1', apiKey: '${key}' });`,
      '',
      'const answer = await client.chat.completions.create({',
      `  model: ${JSON.stringify(model)},`,
      "  messages: [{ role: 'user', content: 'Hello' }],",
      '});',
      'console.log(answer.choices[0].message.content);',
    ].join('\n'),

  ...CLIENT_SAMPLES,
};

export const SAMPLE_NAMES = Object.keys(SAMPLES) as SampleName[];
