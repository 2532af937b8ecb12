export interface SampleParts {
  /** Address of the gateway, without `/v1`. */
  address: string;
  /** Including `sk-`. */
  key: string;
  model: string;
}

export const SAMPLE_LANGUAGES = ['curl', 'Python', 'JavaScript'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** Example requests by programming language, ready to run. */
export const SAMPLES: Record<SampleLanguage, (parts: SampleParts) => string> = {
  curl: ({ address, key, model }) =>
    [
      `curl ${address}/v1/chat/completions \\`,
      `  -H "Authorization: Bearer ${key}" \\`,
      '  -H "Content-Type: application/json" \\',
      `  -d '{"model": ${JSON.stringify(model).replaceAll("'", String.raw`'\''`)},`,
      `       "messages": [{"role": "user", "content": "Hello"}]}'`,
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
};
