import { operationRoutes } from '../../server/dialects/operations/registry.js';
import { protocols } from '../../server/dialects/protocols/registry.js';
import { curlOf } from '../../web/src/features/logs/curl-of-log';

const PLACEHOLDER = "the user's text";
const PARTS = { address: 'https://gate.example/', placeholder: PLACEHOLDER };

function commandOf(path: string, row: { model?: string; stream?: boolean; other?: object } = {}) {
  const { model = 'gpt-4o', stream = false, other = {} } = row;
  return curlOf(
    { model_name: model, is_stream: stream, other: JSON.stringify({ request_path: path, ...other }) },
    PARTS,
  );
}

/** The words of a command as a shell reads them. */
function wordsOf(command: string): string[] {
  return Array.from(
    command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"\\])+/g),
    ([word]) =>
      word.replaceAll(
        /'([^']*)'|"([^"]*)"|\\(')/g,
        (_all, one = '', two = '', quote = '') => one + two + quote,
      ),
  );
}

function after(words: readonly string[], flag: string): string[] {
  return words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []));
}

const CONVERSATIONS = [
  ['/v1/chat/completions', 'openai-chat'],
  ['/v1beta/openai/chat/completions', 'openai-chat'],
  ['/v1/completions', 'openai-completions'],
  ['/v1/responses', 'openai-responses'],
  ['/v1/messages', 'anthropic-messages'],
] as const;

test.each(CONVERSATIONS)('the command of %s is a request that the gateway accepts', (path, name) => {
  const words = wordsOf(commandOf(path, { stream: true })!);
  expect(words.slice(0, 2)).toEqual(['curl', `https://gate.example${path}`]);
  expect(after(words, '-H')).toEqual([
    'Authorization: Bearer $TOLLGATE_TOKEN',
    'Content-Type: application/json',
  ]);
  const [body = ''] = after(words, '-d');
  expect(protocols[name].read(Buffer.from(body), path)).toMatchObject({ model: 'gpt-4o', stream: true });
  expect(() => protocols[name].parse(Buffer.from(body), path)).not.toThrow();
  expect(body).toContain(PLACEHOLDER);
});

test.each(['generateContent', 'streamGenerateContent'])(
  'Google’s %s, with its model in the path',
  (action) => {
    const path = `/v1beta/models/gemini-2.5-pro:${action}`;
    const stream = action === 'streamGenerateContent';
    const words = wordsOf(commandOf(path, { model: 'gemini-2.5-pro', stream })!);
    const [, url = ''] = words;
    expect(url).toBe(`https://gate.example${path}${stream ? '?alt=sse' : ''}`);
    const body = Buffer.from(after(words, '-d')[0]!);
    const sent = url.slice('https://gate.example'.length);
    expect(protocols.gemini.read(body, sent)).toMatchObject({ model: 'gemini-2.5-pro', stream });
  },
);

/** Its model is in the path, in a form that only old clients use. */
const WITHOUT_COMMAND = '/v1/engines/:model/embeddings';

test.each(operationRoutes.filter(({ path }) => path !== WITHOUT_COMMAND))(
  'the command of $path',
  ({ path, operation }) => {
    const words = wordsOf(commandOf(path)!);
    if (operation.takesForms) {
      expect(after(words, '-F')).toContain('model=gpt-4o');
      expect(after(words, '-F').some((field) => field.endsWith('=@FILE'))).toBe(true);
      return;
    }
    const body = Buffer.from(after(words, '-d')[0]!);
    const contentType = 'application/json';
    expect(operation.read({ body, contentType, path })).toMatchObject({ model: 'gpt-4o' });
  },
);

test('the model is the one that the client requested, and what the row does not know is left out', () => {
  expect(commandOf('/v1/messages', { model: 'large', other: { asked_model: 'small' } })).toContain('"small"');
  expect(commandOf('/v1/messages', { model: '' })).not.toContain('"model"');
  expect(commandOf('/v1/messages')).not.toContain('"stream"');
  expect(wordsOf(commandOf('/v1/chat/completions', { model: "it's" })!).at(-1)).toContain(`"it's"`);
});

test('chats of the console are requests to the public path', () => {
  expect(commandOf('/pg/chat/completions')).toContain("'https://gate.example/v1/chat/completions'");
});

test('rows that are not of a request, or do not have its path, have no command', () => {
  const other = JSON.stringify({ model_ratio: 1 });
  expect(curlOf({ model_name: 'gpt-4o', is_stream: false, other }, PARTS)).toBeUndefined();
  expect(curlOf({ model_name: '', is_stream: false, other: '' }, PARTS)).toBeUndefined();
  for (const path of ['/v1/realtime', '/mj/submit/imagine', '/v1beta/models/x:unknown', '/pg/nothing'])
    expect(commandOf(path)).toBeUndefined();
});
