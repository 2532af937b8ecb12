import { SseReader } from '../../relay/upstream/sse.js';
import {
  CLIENTS,
  comparable,
  contentsOf,
  expressible,
  readFrames,
  recorded,
  type Client,
  type Contents,
} from '../../../test/dialects/crossing.js';
import type { CanonicalEvent, CanonicalResponse } from '../canonical/events.js';
import { foldEvents } from '../canonical/fold.js';
import { noUsage } from '../canonical/usage.js';
import type { AnswerReader } from '../kit/provider.js';
import { definitions, providerFor, providerForModel } from '../providers/registry.js';
import type { RenderContext } from './protocol.js';
import { protocols } from './registry.js';

/**
 * The same response through every provider and every client protocol: what a client gets, read with the reader of its
 * protocol, is what the provider sent, as far as both can express it (`EXCEPTIONS`).
 */
const context: RenderContext = { model: 'm', createdAt: 1, includeUsage: true, inputTokens: 0 };

const openai = providerFor(1)!;
const readers: Readonly<Record<Client, AnswerReader>> = {
  'openai-chat': openai.chat!,
  'openai-responses': openai.native['openai-responses']!.reader!,
  'anthropic-messages': providerFor(14)!.chat!,
  gemini: providerFor(24)!.chat!,
};

/** Fixtures by provider, where it is not the one of the provider's id. Platforms have several, by model. */
const FORMATS: Readonly<Record<string, readonly (readonly [fixture: string, model: string])[]>> = {
  aws: [
    ['aws', 'amazon.nova-pro-v1:0'],
    ['anthropic', 'claude-opus-5'],
  ],
  vertex: [
    ['gemini', 'gemini-3.1-pro-preview'],
    ['anthropic', 'claude-opus-5'],
    ['mistral', 'mistral-medium-3'],
    ['compatible', 'meta/llama-3.3-70b-instruct-maas'],
  ],
  zai: [['zhipu-v4', '']],
};

/** Providers whose responses have nothing that OpenAI's do not have, but for `reasoning_content`. */
const COMPATIBLE = new Set(
  `ollama openai-max ohmygpt custom ails aiproxy api2gpt aigc2d ali 360 fastgpt lingyiwanwu siliconflow xinference submodel
  together fireworks cerebras sambanova deepinfra novita nebius hyperbolic nvidia huggingface github-models azure-foundry
  watsonx snowflake baichuan stepfun vllm sglang lm-studio llama-cpp localai tgi oci`.split(/\s+/),
);

/** Providers with a chat codec that serve no conversation. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  deepl: 'translates texts: its responses have neither calls, reasoning, sources nor tokens',
};

interface Row {
  readonly name: string;
  readonly fixture: string;
  readonly reader: AnswerReader;
}

const rows: Row[] = definitions
  .filter(({ api, id }) => api && (api.chat || api.ofModel) && !(id in LEFT_OUT))
  .flatMap(({ type, id, api }) => {
    const formats = FORMATS[id] ?? [[COMPATIBLE.has(id) ? 'compatible' : id, '']];
    const made = formats.map(([fixture, model]) => ({
      name: model === '' ? id : `${id} ${model}`,
      fixture,
      reader: (model === '' ? api : providerForModel(type, model))!.chat!,
    }));
    const responses = api?.viaResponses;
    return responses
      ? [...made, { name: `${id} by Responses`, fixture: 'openai-responses', reader: responses }]
      : made;
  });

/** The response that a client gets whole, as the provider of its protocol would have sent it. */
function crossedWhole(client: Client, answer: CanonicalResponse): CanonicalResponse {
  const body = JSON.stringify(protocols[client].answer(answer, context));
  return readers[client].answer(JSON.parse(body));
}

/** The same for a stream: the provider's events are rendered in their order. */
function crossedStream(client: Client, events: readonly CanonicalEvent[]): CanonicalResponse {
  const renderer = protocols[client].stream(context);
  const frames = events.map((event) => renderer.event(event));
  const end = renderer.end(foldEvents(events).usage ?? noUsage());
  const sse = new SseReader();
  const bytes = Buffer.from(frames.join('') + end);
  return foldEvents(readFrames(readers[client], [...sse.push(bytes), ...sse.flush()]));
}

interface Form {
  readonly form: 'streamed' | 'whole';
  readonly sent: () => CanonicalResponse;
  readonly crossed: (client: Client) => CanonicalResponse;
}

function formsOf({ fixture, reader }: Row): Form[] {
  const { whole, stream } = recorded(fixture);
  const frames = stream.map(([name, data]) => ({
    name,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  }));
  const events = () => readFrames(reader, frames);
  const answer = () => reader.answer(whole);
  return [
    {
      form: 'streamed',
      sent: () => foldEvents(events()),
      crossed: (client) => crossedStream(client, events()),
    },
    ...(whole
      ? [
          {
            form: 'whole' as const,
            sent: answer,
            crossed: (client: Client) => crossedWhole(client, answer()),
          },
        ]
      : []),
  ];
}

/** What the fixture holds; Z.ai has that of Zhipu, but another price of a search. */
function holdsOf({ name, fixture }: Row): Contents {
  const { holds } = recorded(fixture);
  return name === 'zai' && holds.usage
    ? { ...holds, usage: { ...holds.usage, more: { tools: { zai_search: 1 } } } }
    : holds;
}

describe.each(rows)('$name', (row) => {
  describe.each(formsOf(row))('$form', ({ sent, crossed }) => {
    test('everything is read', () => {
      expect(contentsOf(sent())).toEqual(holdsOf(row));
    });

    test.each(CLIENTS)('and reaches clients of %s', (client) => {
      const { usage, ...expected } = comparable(client, expressible(client, contentsOf(sent())));
      const got = comparable(client, contentsOf(crossed(client)));
      // Clients whose protocol always has usage get zeros where the provider reported none.
      expect({ ...got, usage: usage && got.usage }).toEqual({ ...expected, usage });
    });
  });
});

test('all providers that serve conversations are in the matrix', () => {
  const names = new Set(rows.map(({ name }) => name.split(' ')[0] ?? ''));
  const missing = definitions.filter(({ id, api }) => api?.chat && !names.has(id) && !(id in LEFT_OUT));
  expect(missing.map(({ id }) => id)).toEqual([]);
  const forms = rows.flatMap(formsOf);
  const holding = (has: (contents: Contents) => boolean) =>
    rows.filter(({ fixture }) => has(recorded(fixture).holds)).length;
  expect({
    providers: names.size,
    formats: rows.length,
    text: holding(({ text }) => text !== ''),
    calls: holding(({ calls }) => calls.length > 0),
    thoughts: holding(({ thoughts }) => thoughts !== ''),
    citations: holding(({ citations }) => citations.length > 0),
    usage: holding(({ usage }) => usage !== null),
    streamed: forms.filter(({ form }) => form === 'streamed').length,
    whole: forms.filter(({ form }) => form === 'whole').length,
    crossings: forms.length * CLIENTS.length,
  }).toEqual({
    providers: 69,
    formats: 75,
    text: 75,
    calls: 69,
    thoughts: 69,
    citations: 62,
    usage: 73,
    streamed: 75,
    // Spark and Coze always stream.
    whole: 73,
    crossings: 592,
  });
});
