import { protocols } from '../../server/dialects/protocols/registry.js';
import type { ProtocolName } from '../../server/dialects/protocols/protocol.js';
import type { NativeChange, Target } from '../../server/dialects/kit/provider.js';
import { providerForModel } from '../../server/dialects/providers/registry.js';
import { GoogleAccount } from '../doubles/google-account.js';
import { targetOf } from './recorded.js';

export const VERTEX = 41;
export const ADDRESS = 'https://aiplatform.googleapis.com';
export const account = new GoogleAccount(() => 'https://oauth2.googleapis.com');

export const target = (model: string, overrides: Partial<Target> = {}): Target =>
  targetOf({
    type: VERTEX,
    baseUrl: ADDRESS,
    key: account.document(),
    other: 'us-east5',
    model,
    requestedModel: model,
    ...overrides,
  });
export const change = (model: string, overrides: Partial<NativeChange> = {}): NativeChange => ({
  model,
  stream: false,
  includeUsage: false,
  passThrough: false,
  ...overrides,
});
export const question = { messages: [{ role: 'user', content: 'hi' }] };

/** A request of an OpenAI client, translated. */
export function translated(model: string, fields: object = {}, overrides: Partial<Target> = {}) {
  const chat = protocols['openai-chat'].parse(
    Buffer.from(JSON.stringify({ model, ...question, ...fields })),
    '',
  );
  chat.model = model;
  return providerForModel(VERTEX, model)!.chat!.request(chat, target(model, overrides));
}

/** A request of a client of the model's maker. */
export function passed(
  protocol: ProtocolName,
  model: string,
  body: object,
  changes: Partial<NativeChange> = {},
  overrides: Partial<Target> = {},
) {
  const bytes = Buffer.from(JSON.stringify(body));
  return providerForModel(VERTEX, model)!.native[protocol]!.request(
    bytes,
    change(model, changes),
    target(model, overrides),
  );
}
