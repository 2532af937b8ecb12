import { withAnswerImages } from '../../canonical/media/answer-images.js';
import type { CanonicalTurn, TextPart, TurnPart } from '../../canonical/chat.js';
import { CallIds } from './call-ids.js';
import { camelCase, type GoogleFields } from './google-fields.js';
import { PART_SETTINGS } from './part-table.js';
import { readParts } from './parts.js';

/**
 * @param nativeOnly receives the locations of instructions that are not text
 * @throws FieldError
 */
export function readSystem(request: GoogleFields, nativeOnly: string[]): TextPart[] {
  const instruction = request.raw('systemInstruction');
  if (typeof instruction === 'string') return instruction === '' ? [] : [{ type: 'text', text: instruction }];
  const parts = request.object('systemInstruction')?.items('parts') ?? [];
  return parts.flatMap((part) => {
    if (!part.has('text'))
      nativeOnly.push(
        ...part.names.filter((name) => !PART_SETTINGS.has(camelCase(name))).map((name) => part.place(name)),
      );
    const text = part.string('text') ?? '';
    return text === '' ? [] : [{ type: 'text' as const, text }];
  });
}

/**
 * Reads the turns. Clients send back a streamed response as received, one content per chunk: consecutive contents of the
 * model are merged into one turn, and the pieces of a text or of reasoning into one part.
 * @param nativeOnly receives the locations of parts that only Google understands
 * @throws FieldError
 */
export function readContents(request: GoogleFields, nativeOnly: string[]): CanonicalTurn[] {
  const ids = new CallIds();
  const turns: CanonicalTurn[] = [];
  for (const content of request.items('contents')) {
    const role = content.string('role') === 'model' ? 'assistant' : 'user';
    const parts = readParts(content.items('parts'), ids, nativeOnly);
    const last = turns.at(-1);
    if (role === 'assistant' && last?.role === role) for (const part of parts) join(last.parts, part);
    else if (role === 'assistant') {
      const joined: TurnPart[] = [];
      for (const part of parts) join(joined, part);
      turns.push({ role, parts: joined });
    } else turns.push({ role, parts });
  }
  return withAnswerImages(turns);
}

function join(parts: TurnPart[], part: TurnPart): void {
  const last = parts.at(-1);
  if (last?.type === 'text' && part.type === 'text') last.text += part.text;
  else if (last?.type === 'reasoning' && part.type === 'reasoning' && last.signature === undefined) {
    last.text += part.text;
    if (part.signature !== undefined) last.signature = part.signature;
  } else parts.push(part);
}
