import { capabilitiesOf, definitions } from '../../../../server/dialects/providers/registry.js';
import type { ProviderDefinition } from '../../../../server/dialects/kit/define-provider.js';
import { sampleKey, sampleModel, sampleOther } from '../../../doubles/sample-channels.js';
import type { ScriptedUpstream } from '../../../doubles/scripted-upstream.js';
import type { Gateway } from '../../../setup/gateway.js';
import { IMAGE } from './clients.js';

const OPERATIONS = [
  'embeddings',
  'rerank',
  'moderations',
  'image-generation',
  'image-edit',
  'speech',
  'transcription',
  'translation',
] as const;
type Name = (typeof OPERATIONS)[number];

/** Models by which a provider tells operations apart, or that a strict double requires. */
const MODELS: Readonly<Partial<Record<Name, Readonly<Record<number, string>>>>> = {
  embeddings: {
    15: 'Embedding-V1',
    33: 'amazon.titan-embed-text-v2:0',
    35: 'embo-01',
    41: 'gemini-embedding-001',
  },
  rerank: { 17: 'gte-rerank-v2', 33: 'cohere.rerank-v3-5:0', 39: '@cf/baai/bge-reranker-base' },
  moderations: { 42: 'mistral-moderation-2603' },
  'image-generation': {
    17: 'qwen-image-plus',
    24: 'imagen-4.0-generate-001',
    39: '@cf/black-forest-labs/flux-1-schnell',
    41: 'imagen-4.0-generate-001',
    48: 'grok-imagine-image',
  },
  'image-edit': {
    17: 'qwen-image-edit',
    24: 'gemini-2.5-flash-image',
    41: 'gemini-2.5-flash-image',
    45: 'doubao-seedream-4-0-250828',
    48: 'grok-imagine-image',
    51: 'jimeng_i2i_v30',
  },
  speech: {
    17: 'qwen3-tts-flash',
    24: 'gemini-2.5-flash-preview-tts',
    35: 'speech-2.6-hd',
    41: 'gemini-2.5-flash-preview-tts',
    42: 'voxtral-mini-tts-2603',
    48: 'grok-tts',
    1120: 'eleven_v3',
    1121: 'aura-2',
  },
  transcription: {
    17: 'qwen3-asr-flash',
    39: '@cf/openai/whisper-large-v3-turbo',
    1120: 'scribe_v2',
    1121: 'nova-3',
  },
  translation: { 39: '@cf/openai/whisper-large-v3-turbo' },
};

/** Models that embed one text per request. */
const ONE_TEXT: ReadonlySet<string> = new Set(['amazon.titan-embed-text-v2:0', 'gemini-embedding-001']);

/** Types that edit only images at addresses. */
const EDITS_ADDRESSES: ReadonlySet<number> = new Set([1104]);

function formOf(model: string, type: string, name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set('model', model);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const bytes = type === 'image/png' ? Buffer.from(IMAGE, 'base64') : new Uint8Array(8000);
  form.set(name, new Blob([bytes], { type }), type === 'image/png' ? 'a.png' : 'a.mp3');
  return form;
}

const requests: Readonly<Record<Name, (model: string) => [path: string, body: object | FormData]>> = {
  embeddings: (model) => ['/v1/embeddings', { model, input: ONE_TEXT.has(model) ? ['a'] : ['a', 'b'] }],
  rerank: (model) => ['/v1/rerank', { model, query: 'a', documents: ['a', 'b'] }],
  moderations: (model) => ['/v1/moderations', { model, input: 'a' }],
  'image-generation': (model) => ['/v1/images/generations', { model, prompt: 'a cat' }],
  'image-edit': (model) => ['/v1/images/edits', formOf(model, 'image/png', 'image', { prompt: 'a cat' })],
  speech: (model) => ['/v1/audio/speech', { model, input: 'hello', voice: 'alloy' }],
  transcription: (model) => [
    '/v1/audio/transcriptions',
    formOf(model, 'audio/mpeg', 'file', { language: 'en' }),
  ],
  translation: (model) => ['/v1/audio/translations', formOf(model, 'audio/mpeg', 'file')],
};

/**
 * A table of the operations of every type: each `yes` is a request through the gateway that succeeded.
 * @param refused receives the responses of the others
 */
export async function operationsTable(
  gateway: Gateway,
  upstream: ScriptedUpstream,
  key: string,
  refused: string[],
): Promise<string> {
  const types = definitions.filter((one) => OPERATIONS.some((name) => has(one, name)));
  const channels = types.flatMap((definition) =>
    OPERATIONS.filter((name) => has(definition, name)).map((name) => ({ definition, name })),
  );
  const names = new Set(channels.map(({ definition, name }) => modelOf(definition, name)));
  await gateway.sell(Object.fromEntries(Array.from(names, (name) => [name, 1])));
  const lines: string[] = [];
  for (const definition of types) {
    const { type, form } = definition;
    const own = OPERATIONS.filter((name) => has(definition, name));
    const id = await gateway.addChannel({
      type,
      key: sampleKey(type, form) ?? upstream.google.document(),
      base_url: upstream.url,
      other: sampleOther(type),
      models: Array.from(new Set(own.map((name) => modelOf(definition, name)))).join(','),
    });
    const cells: string[] = [];
    for (const name of OPERATIONS) {
      if (!own.includes(name)) {
        cells.push('–');
        continue;
      }
      upstream.clear();
      const [path, body] = requestOf(name, definition);
      // The address of such a channel is that of its only endpoint.
      if (definition.id === 'custom') {
        await gateway.manage('PUT', '/api/channel/', { id, base_url: `${upstream.url}${path}` });
        await gateway.settledEvents();
      }
      const response = await gateway.relay(path, key, body);
      const text = await response.text();
      if (response.status !== 200) refused.push(`${definition.id} ${name}: ${response.status} ${text}`);
      cells.push(response.status === 200 && text !== '' ? 'yes' : '?');
    }
    lines.push(`| ${definition.id} | ${type} | ${cells.join(' | ')} |`);
    await gateway.manage('DELETE', `/api/channel/${id}`);
  }
  return `| Channel | Type | ${OPERATIONS.join(' | ')} |\n|${' --- |'.repeat(OPERATIONS.length + 2)}\n${lines.join('\n')}`;
}

function requestOf(name: Name, definition: ProviderDefinition): [path: string, body: object | FormData] {
  const model = modelOf(definition, name);
  const [path, body] = requests[name](model);
  if (name !== 'image-edit' || !EDITS_ADDRESSES.has(definition.type)) return [path, body];
  return [path, { model, prompt: 'a cat', images: [{ image_url: 'https://a.example/b.png' }] }];
}

function has(definition: ProviderDefinition, name: Name): boolean {
  return capabilitiesOf(definition).includes(name);
}

function modelOf(definition: ProviderDefinition, name: Name): string {
  return MODELS[name]?.[definition.type] ?? sampleModel(definition);
}
