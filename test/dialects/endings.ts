import type { ProtocolName } from '../../server/dialects/protocols/protocol.js';
import type { AnswerReader, Provider } from '../../server/dialects/kit/provider.js';
import { definitions } from '../../server/dialects/providers/registry.js';

/** Responses of one API with the text "Hi" and a given finish reason. */
export interface Ending {
  readonly name: string;
  readonly protocol?: ProtocolName;
  answer(reason: string): object;
  /** With the usage before or in the event with the finish reason. */
  stream(reason: string): string;
}

const data = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
const named = (...events: { readonly type: string; readonly [member: string]: unknown }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
const converse = (...events: [string, object][]) =>
  events.map(([name, event]) => `event: ${name}\ndata: ${JSON.stringify(event)}\n\n`).join('');

const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
const message = { role: 'assistant', content: 'Hi' };

const openaiChat: Ending = {
  name: 'openai-chat',
  protocol: 'openai-chat',
  answer: (reason) => ({
    id: 'a',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage,
  }),
  stream: (reason) =>
    data(
      { id: 'a', model: 'm', choices: [{ index: 0, delta: message, finish_reason: null }] },
      { id: 'a', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
    ) + 'data: [DONE]\n\n',
};

const openaiCompletions: Ending = {
  name: 'openai-completions',
  protocol: 'openai-completions',
  answer: (reason) => ({
    id: 'a',
    model: 'm',
    choices: [{ index: 0, text: 'Hi', finish_reason: reason }],
    usage,
  }),
  stream: (reason) =>
    data(
      { id: 'a', model: 'm', choices: [{ index: 0, text: 'Hi', finish_reason: null }] },
      { id: 'a', model: 'm', choices: [{ index: 0, text: '', finish_reason: reason }], usage },
    ) + 'data: [DONE]\n\n',
};

const used = { input_tokens: 7, output_tokens: 3 };
const anthropic: Ending = {
  name: 'anthropic',
  protocol: 'anthropic-messages',
  answer: (reason) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'Hi' }],
    stop_reason: reason,
    stop_sequence: null,
    usage: used,
  }),
  stream: (reason) =>
    named(
      {
        type: 'message_start',
        message: { id: 'msg_1', model: 'm', content: [], stop_reason: null, usage: used },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: reason }, usage: used },
      { type: 'message_stop' },
    ),
};

const usageMetadata = { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 };
const content = { role: 'model', parts: [{ text: 'Hi' }] };
const gemini: Ending = {
  name: 'gemini',
  protocol: 'gemini',
  answer: (reason) => ({ candidates: [{ content, finishReason: reason, index: 0 }], usageMetadata }),
  stream: (reason) =>
    data(
      { candidates: [{ content, index: 0 }] },
      { candidates: [{ content: { parts: [{ text: '' }] }, finishReason: reason, index: 0 }], usageMetadata },
    ),
};

/** The finish reason of a response is its status, or the reason why it is incomplete. */
function response(reason: string): object {
  const output = [{ type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hi' }] }];
  const isStatus = ['completed', 'failed', 'cancelled', 'queued', 'in_progress', 'incomplete'].includes(
    reason,
  );
  return {
    id: 'resp_1',
    object: 'response',
    model: 'm',
    status: isStatus ? reason : 'incomplete',
    incomplete_details: isStatus ? null : { reason: reason },
    output,
    usage: used,
  };
}
const responses: Ending = {
  name: 'openai-responses',
  protocol: 'openai-responses',
  answer: response,
  stream(reason) {
    const whole = response(reason);
    const status = 'status' in whole && whole.status === 'completed' ? 'completed' : 'incomplete';
    const end = { type: `response.${status}`, response: whole };
    const delta = { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: 'Hi' };
    const created = { type: 'response.created', response: { id: 'resp_1', model: 'm' } };
    return named(created, delta, end);
  },
};

const bedrock: Ending = {
  name: 'bedrock',
  answer: (reason) => ({
    output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
    stopReason: reason,
    usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
  }),
  stream: (reason) =>
    converse(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['metadata', { usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 } }],
      ['messageStop', { stopReason: reason }],
    ),
};

const billed = { billed_units: { input_tokens: 7, output_tokens: 3 } };
const cohere: Ending = {
  name: 'cohere',
  answer: (reason) => ({
    id: 'a',
    finish_reason: reason,
    message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    usage: billed,
  }),
  stream: (reason) =>
    data(
      { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Hi' } } } },
      { type: 'message-end', delta: { finish_reason: reason, usage: billed } },
    ),
};

export const endings = { openaiChat, openaiCompletions, responses, anthropic, gemini, bedrock, cohere };

/** Models by which platforms choose an API. */
const MODELS = ['anthropic.claude-sonnet-4-5', 'claude-sonnet-4-5', 'gemini-2.5-pro', 'amazon.nova-pro-v1:0'];

/** All readers of chats, each with the responses that it reads, and the providers whose responses are in no shared format. */
export function chatReaders(): { readers: [string, AnswerReader, Ending][]; own: string[] } {
  const readers: [string, AnswerReader, Ending][] = [];
  const own: string[] = [];
  for (const { id, api } of definitions) {
    if (!api) continue;
    const chats = new Set(chatsOf(api));
    for (const [index, reader] of [...chats].entries()) {
      const ending = Object.values(endings).find((candidate) => reads(reader, candidate));
      if (ending) readers.push([index === 0 ? id : `${id} ${index}`, reader, ending]);
      else own.push(id);
    }
  }
  return { readers, own };
}

function chatsOf(api: Provider): AnswerReader[] {
  const models = MODELS.flatMap((model) => api.ofModel?.(model) ?? []);
  const readers = [api, ...models].flatMap((provider) => [
    provider.chat,
    provider.viaResponses,
    ...Object.values(provider.native).map(({ reader }) => reader),
  ]);
  return readers.filter((reader) => reader !== undefined);
}

function reads(reader: AnswerReader, { name, answer }: Ending): boolean {
  const completes = { gemini: 'STOP', cohere: 'COMPLETE', 'openai-responses': 'completed' } as const;
  try {
    const read = reader.answer(
      answer(name in completes ? completes[name as keyof typeof completes] : 'stop'),
    );
    return read.parts.some((part) => part.type === 'text' && part.text === 'Hi');
  } catch {
    return false;
  }
}
