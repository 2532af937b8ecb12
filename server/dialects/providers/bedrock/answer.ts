import type { AnswerPart, CanonicalResponse, FinishReason } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { argumentsText } from '../../canonical/nesting.js';
import { noUsage, serviceTierOf, type Usage } from '../../canonical/usage.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { invalidResponse } from '../openai/provider-error.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/** @throws UpstreamError for an error inside a 2xx response, or a body that is no response of Converse */
export function readAnswer(body: unknown): CanonicalResponse {
  const { output, stopReason, usage, serviceTier } = record(body);
  const { message } = record(output);
  if (!isRecord(message) || !Array.isArray(message.content))
    throw new UpstreamError(innerError(record(body)) ?? invalidResponse('the answer is not a message'));
  const parts = message.content.flatMap((block: unknown) => readBlock(record(block)));
  const callsTools = parts.some(({ type }) => type === 'tool-call');
  return {
    // Converse reports neither an id nor a model.
    id: '',
    model: '',
    parts,
    finish: readFinish(text(stopReason), callsTools),
    usage: wholeUsage(usage, serviceTier),
  };
}

/** Blocks of tools that run at AWS are dropped: no other protocol can represent them. */
function readBlock(block: UnknownRecord): AnswerPart[] {
  if (typeof block.text === 'string') return block.text === '' ? [] : [{ type: 'text', text: block.text }];
  if (isRecord(block.reasoningContent)) return readReasoning(block.reasoningContent);
  if (isRecord(block.citationsContent)) {
    const cited = list(block.citationsContent.content).map((part) => text(record(part).text));
    return cited.length === 0 ? [] : [{ type: 'text', text: cited.join('') }];
  }
  const { toolUse } = block;
  if (!isRecord(toolUse) || toolUse.type === 'server_tool_use') return [];
  return [
    {
      type: 'tool-call',
      id: text(toolUse.toolUseId),
      name: text(toolUse.name),
      arguments: argumentsText(toolUse.input),
    },
  ];
}

function readReasoning({ reasoningText, redactedContent }: UnknownRecord): AnswerPart[] {
  if (typeof redactedContent === 'string') return [{ type: 'reasoning-redacted', data: redactedContent }];
  if (!isRecord(reasoningText)) return [];
  return [
    {
      type: 'reasoning',
      text: text(reasoningText.text),
      signature: text(reasoningText.signature) || undefined,
    },
  ];
}

function wholeUsage(value: unknown, serviceTier: unknown): Usage | undefined {
  const usage = readUsage(value);
  if (!usage) return undefined;
  const tier = serviceTierOf(record(serviceTier).type);
  return { ...noUsage(), ...usage, ...(tier !== undefined && { serviceTier: tier }) };
}

/** @param callsTools some models end responses with tool calls like any other */
export function readFinish(raw: string, callsTools: boolean): CanonicalResponse['finish'] {
  const reason = finishReason(raw);
  return { reason: reason === 'stop' && callsTools ? 'tool-calls' : reason, raw: raw || undefined };
}

/** `stopReason` of https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
function finishReason(raw: string): FinishReason {
  switch (raw) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'tool_use':
      return 'tool-calls';
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length';
    case 'content_filtered':
    case 'guardrail_intervened':
      return 'content-filter';
    default:
      return 'other';
  }
}
