import { ApiError } from '../../../core/api-error.js';
import type { CanonicalTurn, MediaSource, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/instructions.js';
import { isRecord } from '../../json/lenient.js';
import type { ModelRules } from './model-rules.js';

interface Content {
  role: 'user' | 'model';
  parts: object[];
}

type Part<T extends TurnPart['type']> = Extract<TurnPart, { type: T }>;

/** What Google takes in place of a proof that is not there (https://ai.google.dev/gemini-api/docs/thought-signatures). */
const noProof = 'skip_thought_signature_validator';

/**
 * The conversation; neighbours of one role are one content, and contents without parts are none.
 * @param mostImages in one turn; -1 for any number
 * @throws Refusal convert_request_failed for more pictures, or arguments that are no JSON object
 */
export function contentsOf(
  turns: readonly CanonicalTurn[],
  rules: ModelRules,
  mostImages: number,
): Content[] {
  const names = new Map<string, string>();
  const contents: Content[] = [];
  for (const turn of turns.map(asUserTurn)) {
    if (mostImages >= 0) limitImages(turn, mostImages);
    const role = turn.role === 'assistant' ? 'model' : 'user';
    const parts = turn.parts.flatMap((part) => partsOf(part, names, rules));
    const last = contents.at(-1);
    if (parts.length === 0) continue;
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts });
  }
  return contents;
}

function limitImages({ parts }: CanonicalTurn, most: number): void {
  if (parts.filter(({ type }) => type === 'image').length <= most) return;
  throw new ApiError('convert_request_failed', {
    detail: `too many images in the message, max allowed is ${most}`,
  });
}

/** @param names of the tools by the ids of their calls, as far as the conversation told */
function partsOf(part: TurnPart, names: Map<string, string>, rules: ModelRules): object[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }];
    case 'image':
      return [media(part.source)];
    case 'file':
      return [media(part.source, part.name)];
    case 'audio':
      return [{ inlineData: { mimeType: `audio/${part.format}`, data: part.data } }];
    case 'tool-call':
      names.set(part.id, part.name);
      return [toolCall(part, rules)];
    case 'tool-result':
      return toolResult(part, part.name ?? names.get(part.id) ?? '');
    // Thoughts are not asked back; the proof of those behind a call stands on the call.
    case 'reasoning':
    case 'reasoning-redacted':
      return [];
  }
}

/** Addresses that are left here are of what the vendor reads itself (`mustFetch`). */
function media(source: MediaSource, displayName?: string): object {
  if (source.type === 'url') return { fileData: { fileUri: source.url } };
  const name = displayName === undefined ? {} : { displayName };
  return { inlineData: { mimeType: source.mediaType, data: source.data, ...name } };
}

function toolCall(part: Part<'tool-call'>, rules: ModelRules): object {
  const signature = part.signature ?? (rules.signs ? noProof : undefined);
  return {
    functionCall: { id: part.id, name: part.name, args: callArguments(part) },
    ...(signature !== undefined && { thoughtSignature: signature }),
  };
}

function callArguments(part: Part<'tool-call'>): object {
  const args = part.arguments.trim() === '' ? {} : parsed(part.arguments);
  if (isRecord(args)) return args;
  throw new ApiError('convert_request_failed', {
    detail: `invalid arguments for function ${part.name}: not a JSON object`,
  });
}

/** Results are objects here; pictures of a result follow it. */
function toolResult(part: Part<'tool-result'>, name: string): object[] {
  const text = part.parts.flatMap((inner) => (inner.type === 'text' ? [inner.text] : [])).join('');
  const images = part.parts.flatMap((inner) => (inner.type === 'image' ? [media(inner.source)] : []));
  const whole = parsed(text);
  const response = part.isError ? { error: text } : isRecord(whole) ? whole : { content: text };
  return [{ functionResponse: { id: part.id, name, response } }, ...images];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text: its caller wraps or refuses it.
    return undefined;
  }
}
