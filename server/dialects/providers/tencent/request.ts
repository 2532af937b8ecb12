import { ApiError } from '../../../contract/errors/api-error.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { ChatMembers } from '../../kit/openai/chat-request/body-options.js';

/** Most messages of one request. */
const MAX_MESSAGES = 40;

/** Members of OpenAI's chat body that have a counterpart; all others are removed. */
export const TRANSLATED: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'temperature',
  'top_p',
  'stop',
  'seed',
  'tools',
  'tool_choice',
]);

/**
 * A chat body with the members of the action ChatCompletions (https://cloud.tencent.com/document/api/1729/105701).
 * @throws ApiError convert_request_failed for more than 40 messages
 */
export function chatMembers(members: ChatMembers, model: string): Record<string, unknown> {
  const removed = Object.fromEntries([...TRANSLATED].map((name) => [name, undefined]));
  const topP = members.value('top_p');
  const stop = members.value('stop');
  return {
    ...removed,
    Model: model,
    Messages: messages(list(members.value('messages')).map(record)),
    Stream: members.value('stream') === true,
    // 0 is not in the range of TopP.
    TopP: typeof topP === 'number' && topP > 0 ? Math.min(topP, 1) : undefined,
    Temperature: within(members.value('temperature'), 0, 2),
    Stop: typeof stop === 'string' ? [stop] : stop,
    Seed: seedOf(members.value('seed')),
    ...tools(members),
  };
}

function within(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' ? Math.min(Math.max(value, least), most) : undefined;
}

/** Seeds are positive. */
function seedOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Users and assistants must alternate, so neighbours of one role become one message. */
function messages(received: UnknownRecord[]): object[] {
  const merged: UnknownRecord[] = [];
  for (const message of received) {
    const last = merged.at(-1);
    if (last && last.role === message.role && (message.role === 'user' || isPlainAnswer(last, message)))
      merged[merged.length - 1] = { ...last, content: joined(last.content, message.content) };
    else merged.push(message);
  }
  if (merged.length > MAX_MESSAGES)
    throw new ApiError('convert_request_failed', {
      detail: `at most ${MAX_MESSAGES} messages are supported by this model`,
    });
  return merged.map(messageOf);
}

function isPlainAnswer(...both: UnknownRecord[]): boolean {
  return both.every(({ role, tool_calls: calls }) => role === 'assistant' && !calls);
}

function joined(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...partsOf(one), ...partsOf(other)];
}

function partsOf(content: unknown): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}

function messageOf(message: UnknownRecord): object {
  const { role, content, tool_calls: calls, tool_call_id: id } = message;
  return {
    Role: role,
    ...(typeof content === 'string' || content == null
      ? { Content: content ?? '' }
      : { Contents: list(content).map(partOf) }),
    ...(isNonEmpty(calls) && { ToolCalls: calls.map(callOf) }),
    ...(typeof id === 'string' && { ToolCallId: id }),
  };
}

function partOf(part: unknown): object {
  const { type, text: words, image_url: image } = record(part);
  if (type === 'text') return { Type: 'text', Text: words };
  if (type === 'image_url')
    return { Type: 'image_url', ImageUrl: { Url: isRecord(image) ? image.url : image } };
  throw new ApiError('convert_request_failed', { detail: `parts of type ${text(type)} are not supported` });
}

function callOf(call: unknown): object {
  const { id, function: called } = record(call);
  const { name, arguments: callArguments } = record(called);
  return { Id: id, Type: 'function', Function: { Name: name, Arguments: callArguments } };
}

function tools(members: ChatMembers): Record<string, unknown> {
  const received = members.value('tools');
  if (!isNonEmpty(received)) return {};
  const choice = members.value('tool_choice');
  const isNamed = isRecord(choice);
  return {
    Tools: received.map((tool) => {
      const { name, description, parameters } = record(record(tool).function);
      return {
        Type: 'function',
        // The schema is text, and required.
        Function: {
          Name: name,
          Description: description ?? '',
          Parameters: JSON.stringify(parameters ?? { type: 'object', properties: {} }),
        },
      };
    }),
    ToolChoice: isNamed ? 'custom' : choice === 'required' ? 'auto' : choice,
    CustomTool: isNamed
      ? { Type: 'function', Function: { Name: record(choice.function).name, Parameters: '' } }
      : undefined,
  };
}

function isNonEmpty(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}
