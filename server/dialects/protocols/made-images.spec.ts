import { foldEvents } from '../canonical/fold.js';
import { noUsage } from '../canonical/usage.js';
import { providerOf } from '../../../test/dialects/provider-calls.js';
import { replay } from '../../../test/dialects/recorded.js';
import { protocols } from './registry.js';
import type { ProtocolName } from './protocol.js';

/** Images that a model makes in a chat (`message.images`) reach the clients of every protocol. */
const OPENROUTER = 20;
const DATA = 'iVBORw0KGgo=';
const images = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } }];
const CLIENTS: readonly ProtocolName[] = ['openai-chat', 'anthropic-messages', 'openai-responses', 'gemini'];
const context = { model: 'm', createdAt: 1, includeUsage: false, inputTokens: 1 };

test.each(CLIENTS)('a whole answer for %s', (protocol) => {
  const message = { role: 'assistant', content: 'Here:', images };
  const answer = providerOf(OPENROUTER).chat!.answer({
    id: 'c',
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  });
  const text = JSON.stringify(protocols[protocol].answer(answer, context));
  expect(text).toContain('Here:');
  expect(text.split(DATA)).toHaveLength(2);
});

test.each(CLIENTS)('a stream for %s', (protocol) => {
  const chunks = [
    { choices: [{ index: 0, delta: { role: 'assistant', content: 'Here:' } }] },
    { choices: [{ index: 0, delta: { images } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ].map((chunk) => `data: ${JSON.stringify({ id: 'c', model: 'm', ...chunk })}\n\n`);
  const events = replay(providerOf(OPENROUTER), Buffer.from(chunks.join('')));
  const renderer = protocols[protocol].stream(context);
  const pieces = events.map((event) => renderer.event(event)).join('');
  const end = renderer.end(foldEvents(events).usage ?? noUsage());
  expect(pieces + end).toContain(DATA);
  expect(pieces + end).toContain('Here:');
});
