import type { AnswerPart, FinishReason, CanonicalResponse } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { argumentsText } from '../../canonical/nesting.js';
import { noUsage, type Usage } from '../../canonical/usage.js';
import { invalidResponse } from '../openai/provider-error.js';
import { isRecord, record, text } from '../../json/lenient.js';
import { innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { readUsage } from './usage.js';

/** @throws UpstreamError for an error inside a 200 response, or a body that is not a message */
export function readAnswer(body: unknown): CanonicalResponse {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a message'));
  const failure = innerError(body);
  if (failure) throw new UpstreamError(failure);
  if (!Array.isArray(body.content)) throw new UpstreamError(invalidResponse('the answer is not a message'));
  const parts = body.content.flatMap(readBlock);
  const isJson = body.content.some((block: unknown) => record(block).name === JSON_TOOL);
  const callsTools = parts.some(({ type }) => type === 'tool-call');
  return {
    id: text(body.id),
    model: text(body.model),
    parts,
    finish: readFinish(text(body.stop_reason), body.stop_sequence, isJson && !callsTools),
    usage: wholeUsage(body.usage),
  };
}

/** Blocks of server-side tools are dropped: no other protocol can represent them. */
function readBlock(item: unknown): AnswerPart[] {
  const block = record(item);
  switch (block.type) {
    case 'text':
      return text(block.text) === '' ? [] : [{ type: 'text', text: text(block.text) }];
    case 'thinking':
      return [
        { type: 'reasoning', text: text(block.thinking), signature: text(block.signature) || undefined },
      ];
    case 'redacted_thinking':
      return [{ type: 'reasoning-redacted', data: text(block.data) }];
    case 'tool_use':
      if (block.name === JSON_TOOL) return [{ type: 'text', text: JSON.stringify(block.input ?? {}) }];
      return [
        {
          type: 'tool-call',
          id: text(block.id),
          name: text(block.name),
          arguments: argumentsText(block.input),
        },
      ];
    default:
      return [];
  }
}

function wholeUsage(value: unknown): Usage | undefined {
  const usage = readUsage(value);
  return usage && Object.keys(usage).length > 0 ? { ...noUsage(), ...usage } : undefined;
}

/**
 * @param isJson whether JSON_TOOL was called and no tool of the client: such a response ends normally, not with a tool call
 */
export function readFinish(raw: string, stopSequence: unknown, isJson: boolean): CanonicalResponse['finish'] {
  const reason = raw === 'tool_use' && isJson ? 'stop' : finishReason(raw);
  return { reason, raw: raw || undefined, stopSequence: text(stopSequence) || undefined };
}

function finishReason(raw: string): FinishReason {
  switch (raw) {
    case 'end_turn':
    case 'stop_sequence':
    case 'pause_turn':
      return 'stop';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'tool_use':
      return 'tool-calls';
    case 'refusal':
      return 'content-filter';
    default:
      return 'other';
  }
}
