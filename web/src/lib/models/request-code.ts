import { quoted } from './shell';

/** A request with a JSON body to the gateway, as code is written for it. */
export interface CodeRequest {
  /** Address of the gateway, without a trailing slash. */
  address: string;
  /** Path of the API, such as `/v1/chat/completions`. */
  path: string;
  /** Including `sk-`, or a variable of the shell such as `$API_KEY`. */
  key: string;
  body: Readonly<Record<string, unknown>>;
}

export type CodeLanguage = 'curl' | 'Python' | 'JavaScript';
export const CODE_LANGUAGES: readonly CodeLanguage[] = ['curl', 'Python', 'JavaScript'];

/** Requests that the SDKs of OpenAI have methods for; others are plain HTTP requests. */
const SDK_METHODS: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'chat.completions.create',
  '/v1/images/generations': 'images.generate',
};
/** Longer values take a line for each member. */
const LINE_LENGTH = 60;

/** The same request in each language. */
export const REQUEST_CODE: Readonly<Record<CodeLanguage, (request: CodeRequest) => string>> = {
  curl: ({ address, path, key, body }) => curlCommand(address + path, key, body),
  Python: pythonCode,
  JavaScript: javaScriptCode,
};

/** A request with a JSON body as a curl command. */
export function curlCommand(url: string, key: string, body: object): string {
  return [
    `curl ${quoted(url)} \\`,
    `  -H ${shellText(`Authorization: Bearer ${key}`)} \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(literal(body, JSON_WORDS))}`,
  ].join('\n');
}

/** In single quotes, unless the shell is to put the value of a variable in. */
export function shellText(text: string): string {
  return /\$[A-Z]/.test(text) ? `"${text}"` : quoted(text);
}

function pythonCode({ address, path, key, body }: CodeRequest): string {
  const method = SDK_METHODS[path];
  if (method === undefined)
    return [
      'import requests',
      '',
      'answer = requests.post(',
      `    ${JSON.stringify(address + path)},`,
      `    headers={"Authorization": ${JSON.stringify(`Bearer ${key}`)}},`,
      `    json=${literal(body, PYTHON_WORDS, '    ')},`,
      ')',
      'print(answer.json())',
    ].join('\n');
  return [
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(`${address}/v1`)}, api_key=${JSON.stringify(key)})`,
    '',
    `answer = client.${method}(`,
    ...Object.entries(body).map(([name, value]) => `    ${name}=${literal(value, PYTHON_WORDS, '    ')},`),
    ')',
    ...pythonOutput(path, body.stream === true),
  ].join('\n');
}

function pythonOutput(path: string, streams: boolean): string[] {
  if (path === '/v1/images/generations') return ['print(answer.data)'];
  if (!streams) return ['print(answer.choices[0].message.content)'];
  return [
    'for chunk in answer:',
    '    if chunk.choices:',
    '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
  ];
}

function javaScriptCode({ address, path, key, body }: CodeRequest): string {
  const method = SDK_METHODS[path];
  if (method === undefined)
    return [
      `const answer = await fetch(${JSON.stringify(address + path)}, {`,
      "  method: 'POST',",
      `  headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)}, 'Content-Type': 'application/json' },`,
      `  body: JSON.stringify(${literal(body, JSON_WORDS, '  ')}),`,
      '});',
      'console.log(await answer.json());',
    ].join('\n');
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(`${address}/v1`)}, apiKey: ${JSON.stringify(key)} });`,
    '',
    `const answer = await client.${method}({`,
    ...Object.entries(body).map(([name, value]) => `  ${name}: ${literal(value, JSON_WORDS, '  ')},`),
    '});',
    ...javaScriptOutput(path, body.stream === true),
  ].join('\n');
}

function javaScriptOutput(path: string, streams: boolean): string[] {
  if (path === '/v1/images/generations') return ['console.log(answer.data);'];
  if (!streams) return ['console.log(answer.choices[0].message.content);'];
  return [
    'for await (const chunk of answer) {',
    "  process.stdout.write(chunk.choices[0]?.delta.content ?? '');",
    '}',
  ];
}

interface Words {
  true: string;
  false: string;
  null: string;
}
const JSON_WORDS: Words = { true: 'true', false: 'false', null: 'null' };
const PYTHON_WORDS: Words = { true: 'True', false: 'False', null: 'None' };

/** A JSON value, on one line where it fits. Escapes of JSON texts are those of Python and JavaScript. */
function literal(value: unknown, words: Words, indent = ''): string {
  if (value === null || value === undefined) return words.null;
  if (typeof value === 'boolean') return words[`${value}`];
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = (at: string): string[] =>
    Array.isArray(value)
      ? value.map((each) => literal(each, words, at))
      : Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => `${JSON.stringify(name)}: ${literal(member, words, at)}`);
  const line = `${open}${members('').join(', ')}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  return `${open}\n${members(inner)
    .map((member) => inner + member)
    .join(',\n')}\n${indent}${close}`;
}
