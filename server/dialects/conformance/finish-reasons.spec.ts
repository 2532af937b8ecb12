import { declaredFacts, finishWords, finishWordsOf } from '../../../test/dialects/declared-facts.js';
import { chatReaders, endings } from '../../../test/dialects/endings.js';
import { SseReader } from '../../relay/upstream/sse.js';
import type { CanonicalEvent } from '../canonical/events.js';
import type { FinishClass } from '../canonical/finish.js';
import { providerFacts } from '../kit/facts/provider-facts.js';
import { openaiFacts, RESPONSES_STATUSES } from '../kit/openai/default-facts.js';
import type { AnswerReader } from '../kit/provider.js';

/** As the providers' documentation lists them beside the words of their protocol: whole, cut, refused, broken. */
const documented: Record<string, [whole: string, cut: string, refused: string, broken: string]> = {
  openai: ['stop tool_calls function_call', 'length max_output_tokens', 'content_filter', ''],
  anthropic: [
    'end_turn stop_sequence tool_use pause_turn compaction',
    'max_tokens model_context_window_exceeded',
    'refusal',
    '',
  ],
  gemini: [
    'STOP',
    'MAX_TOKENS',
    'SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION MODEL_ARMOR',
    'OTHER MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE MALFORMED_RESPONSE NO_IMAGE IMAGE_OTHER',
  ],
  aws: [
    'end_turn stop_sequence tool_use',
    'max_tokens model_context_window_exceeded',
    'guardrail_intervened content_filtered',
    'malformed_model_output malformed_tool_use',
  ],
  cohere: [
    'COMPLETE STOP_SEQUENCE TOOL_CALL',
    'MAX_TOKENS ERROR_LIMIT',
    'ERROR_TOXIC',
    'ERROR TIMEOUT USER_CANCEL',
  ],
  deepseek: ['', '', '', 'insufficient_system_resource'],
  'zhipu-v4': ['', 'model_context_window_exceeded', 'sensitive', 'network_error'],
  zai: ['', 'model_context_window_exceeded', 'sensitive', 'network_error'],
  mistral: ['', 'model_length', '', 'error'],
  tencent: ['', '', 'sensitive', ''],
  baidu: ['stop normal', 'length', 'content_filter', ''],
  'baidu-v2': ['normal', '', '', ''],
  openrouter: ['', '', '', 'error'],
  together: ['eos', '', '', ''],
  siliconflow: ['eos', '', '', ''],
  watsonx: ['', 'time_limit', '', 'cancelled error'],
  tgi: ['eos_token stop_sequence', '', '', ''],
  vllm: ['', 'repetition', '', 'abort error'],
  sglang: ['', '', '', 'abort'],
  'llama-cpp': ['word', 'limit', '', ''],
};
/** Words of gateways, which resellers are. */
const gateways: (typeof documented)[string] = ['FUNCTION_CALL end', '', '', ''];
const GATEWAYS = ['openai-max', 'ohmygpt', 'ails', 'aiproxy', 'api2gpt', 'aigc2d', 'submodel'];
for (const id of GATEWAYS) documented[id] = gateways;
// Models of Google, behind which those of other makers have their own.
documented.vertex = documented.gemini!;

const words = (cell: string) => (cell === '' ? [] : cell.split(' '));
const kindOf = (reason: FinishClass) => {
  if (reason === 'broken' || reason === 'length') return reason;
  return reason === 'content-filter' ? 'refused' : 'whole';
};

test('every provider declares what it documents', () => {
  const declaring = [...declaredFacts].filter(([, { finish = [] }]) => finish.length > 0);
  expect(declaring.map(([id]) => id).toSorted()).toEqual(Object.keys(documented).toSorted());
  for (const [id, facts] of declaring) {
    const expected = ['whole', 'length', 'refused', 'broken'].flatMap((kind, index) =>
      words(documented[id]![index]!).map((word): [string, string] => [word, kind]),
    );
    const declared = Object.entries(finishWordsOf(facts));
    expect([id, new Map(declared.map(([word, reason]) => [word, kindOf(reason)]))]).toEqual([
      id,
      new Map(expected),
    ]);
  }
});

test('no word has two meanings', () => {
  for (const [id, facts] of declaredFacts)
    for (const [word, reason] of Object.entries(finishWordsOf(facts)))
      expect([id, word, finishWords.get(word), openaiFacts.finish.classOf(word)]).toEqual([
        id,
        word,
        reason,
        reason,
      ]);
});

test('a provider’s own meaning of a word has precedence over that of others', () => {
  const own = providerFacts({ finish: [{ words: { eos: 'length' }, source: 'https://host/' }] }).finish;
  expect(own.classOf('eos')).toBe('length');
  expect(own.classOf('sensitive')).toBe('content-filter');
  expect(openaiFacts.finish.classOf('eos')).toBe('stop');
});

const all = [...finishWords.keys()];
const unknown = ['gave_up', 'Stop', 'STOPPED', 'none', 'toString', '__proto__'];

/** What a word ends with: a finish, or a failure. */
function expectedFinish(word: string): object {
  const reason = unknown.includes(word) ? 'broken' : openaiFacts.finish.classOf(word);
  if (reason === 'broken') return { failure: word };
  return { reason };
}

function streamed(reader: AnswerReader, text: string): { events: CanonicalEvent[]; ended: object } {
  const read = reader.stream();
  const events = [...new SseReader().push(Buffer.from(text))].flatMap((frame) => read(frame));
  const end = events.find(({ type }) => type === 'finish' || type === 'error');
  if (end?.type === 'finish') return { events, ended: { reason: end.reason } };
  if (end?.type !== 'error') throw new Error('no end');
  return { events, ended: failed(end.failure.message) };
}

const failed = (message: string) => ({
  failure: /(?:ended with|response was) (\S+)$/.exec(message)?.[1] ?? message,
});

function whole(reader: AnswerReader, body: object): object {
  try {
    return { reason: reader.answer(body).finish.reason };
  } catch (error) {
    return failed((error as Error).message);
  }
}

const { readers, own } = chatReaders();
test('all providers with a format of their own are known', () => {
  expect([...new Set(own)].toSorted()).toEqual([
    'aiproxy-library',
    'baidu',
    'coze',
    'deepl',
    'dify',
    'palm',
    'tencent',
    'xunfei',
    'zhipu',
  ]);
});

describe.each(readers)('%s', (_name, reader, ending) => {
  test('every finish reason, of a whole response and of a stream', () => {
    for (const word of [...all, ...unknown]) {
      expect([word, whole(reader, ending.answer(word))]).toEqual([word, expectedFinish(word)]);
      const { events, ended } = streamed(reader, ending.stream(word));
      expect([word, ended]).toEqual([word, expectedFinish(word)]);
      // A response that broke off is charged by the usage that came with its end.
      const usage = events.findIndex(({ type }) => type === 'usage');
      const failure = events.findIndex(({ type }) => type === 'error');
      expect(usage).toBeGreaterThan(-1);
      if (failure !== -1) expect(usage).toBeLessThan(failure);
    }
  });

  test('a response without a finish reason that arrived whole is complete', () => {
    if (ending.name === 'openai-responses') return;
    expect(whole(reader, ending.answer(''))).toEqual({ reason: 'stop' });
  });
});

test.each<[string, FinishClass]>([
  ['content_filter: RECITATION', 'content-filter'],
  ['function_call_filter: MALFORMED_FUNCTION_CALL', 'broken'],
  [': stop', 'broken'],
])('%s, with a reason of Gemini behind that of OpenAI', (raw, reason) => {
  expect(openaiFacts.finish.classOf(raw)).toBe(reason);
});

test.each(Object.entries(RESPONSES_STATUSES))('a response whose status is %s', (status, reason) => {
  const [, reader] = readers.find(([, , { name }]) => name === 'openai-responses')!;
  const expected = reason === 'broken' ? { failure: status } : { reason };
  expect(whole(reader, endings.responses.answer(status))).toEqual(expected);
});
