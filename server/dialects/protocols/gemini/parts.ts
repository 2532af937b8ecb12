import { table } from '../../kit/table.js';
import type { ImagePart, MediaSource, TextPart, TurnPart } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import type { CallIds } from './call-ids.js';
import { camelCase, type GoogleFields } from './google-fields.js';
import { PARTS, PART_SETTINGS } from './part-table.js';
import { redactedIn } from './redacted.js';

/** Audio formats whose common name differs from their media type. */
const audioFormats = table<string>({
  mpeg: 'mp3',
  'x-wav': 'wav',
  wave: 'wav',
  mp4: 'm4a',
});
const imageAddress = /\.(?:png|jpe?g|gif|webp)(?:$|[?#])/i;

/**
 * Reads one part of a content (https://ai.google.dev/api/caching#Part).
 * @param nativeOnly receives the locations of what only Google understands
 * @throws FieldError
 */
export function readPart(part: GoogleFields, ids: CallIds, nativeOnly: string[]): TurnPart[] {
  if (part.has('text')) return textPart(part);
  if (part.has('functionCall')) return [toolCall(part, ids)];
  if (part.has('functionResponse')) return toolResult(part.neededObject('functionResponse'), ids, nativeOnly);
  if (part.has('inlineData')) return [inlinePart(part.neededObject('inlineData'))];
  if (part.has('fileData')) return filePart(part.neededObject('fileData'), nativeOnly);
  if (part.has('executableCode')) return [codePart(part.neededObject('executableCode'))];
  if (part.has('codeExecutionResult')) return [outputPart(part.neededObject('codeExecutionResult'))];
  // The provider signed reasoning that it does not show.
  if (part.has('thoughtSignature')) return part.boolean('thought') ? thought(part, '') : [];
  return otherPart(part, nativeOnly);
}

function otherPart(part: GoogleFields, nativeOnly: string[]): TurnPart[] {
  return part.names.flatMap((name): TurnPart[] => {
    const kind = camelCase(name);
    const handling = Object.hasOwn(PARTS, kind) ? PARTS[kind] : undefined;
    if (handling === 'left-out' || PART_SETTINGS.has(kind)) return [];
    const value = part.raw(name);
    const text = isRecord(value) ? value.text : value;
    if (typeof text === 'string') return [{ type: 'text', text }];
    if (handling === undefined) nativeOnly.push(part.place(name));
    return [];
  });
}

/** Reads the parts of a content; see PARTS. If all parts are left out, a marker names them. @throws FieldError */
export function readParts(parts: readonly GoogleFields[], ids: CallIds, nativeOnly: string[]): TurnPart[] {
  const read = parts.flatMap((part) => readPart(part, ids, nativeOnly));
  if (read.length > 0) return read;
  const names = parts.flatMap((part) => part.names).filter((name) => PARTS[camelCase(name)] === 'left-out');
  return names.length === 0 ? [] : [{ type: 'text', text: `[content left out: ${names.join(', ')}]` }];
}

function textPart(part: GoogleFields): TurnPart[] {
  const text = part.string('text') ?? '';
  if (part.boolean('thought')) return thought(part, text);
  return text === '' ? [] : [{ type: 'text', text }];
}

function thought(part: GoogleFields, text: string): TurnPart[] {
  const signature = part.string('thoughtSignature') || undefined;
  const redacted = signature === undefined ? undefined : redactedIn(signature);
  if (redacted !== undefined) return [{ type: 'reasoning-redacted', data: redacted }];
  if (signature !== undefined) return [{ type: 'reasoning', text, signature }];
  return text === '' ? [] : [{ type: 'reasoning', text }];
}

function toolCall(part: GoogleFields, ids: CallIds): TurnPart {
  const call = part.neededObject('functionCall');
  const name = call.neededString('name');
  const signature = part.string('thoughtSignature') || undefined;
  return {
    type: 'tool-call',
    id: ids.call(call.string('id'), name),
    name,
    arguments: JSON.stringify(call.raw('args') ?? {}),
    ...(signature !== undefined && { signature }),
  };
}

/** Images inside a result stay in it; other media follow as parts of the turn. */
function toolResult(result: GoogleFields, ids: CallIds, nativeOnly: string[]): TurnPart[] {
  const name = result.neededString('name');
  const content = resultText(result.raw('response'));
  const parts: (TextPart | ImagePart)[] = [{ type: 'text', text: content.text }];
  const others: TurnPart[] = [];
  for (const inner of result.items('parts').flatMap((part) => readPart(part, ids, nativeOnly))) {
    if (inner.type === 'text' || inner.type === 'image') parts.push(inner);
    else others.push(inner);
  }
  const id = ids.result(result.string('id'), name);
  return [{ type: 'tool-result', id, name, parts, ...(content.isError && { isError: true }) }, ...others];
}

/** Results are objects in this protocol. An object that only wraps a text under one of the usual names becomes that text. */
function resultText(response: unknown): { text: string; isError: boolean } {
  if (response === undefined) return { text: '', isError: false };
  const entries = isRecord(response) ? Object.entries(response) : [];
  const [name, value] = entries[0] ?? [];
  if (entries.length === 1 && typeof value === 'string') {
    if (name === 'error') return { text: value, isError: true };
    if (name === 'output' || name === 'result' || name === 'content') return { text: value, isError: false };
  }
  return { text: JSON.stringify(response), isError: false };
}

function inlinePart(blob: GoogleFields): TurnPart {
  const mediaType = blob.neededString('mimeType').toLowerCase();
  const data = blob.neededString('data');
  const [kind = '', format = ''] = mediaType.split(';')[0]?.split('/') ?? [];
  if (kind === 'audio') return { type: 'audio', format: audioFormats[format] ?? format, data };
  const source: MediaSource = { type: 'base64', mediaType, data };
  return kind === 'image'
    ? { type: 'image', source }
    : { type: 'file', source, name: blob.string('displayName') };
}

/** Other providers cannot read addresses of Google's file storage. */
function filePart(file: GoogleFields, nativeOnly: string[]): TurnPart[] {
  const url = file.neededString('fileUri');
  const isPublic =
    /^https?:\/\//i.test(url) && !/^https?:\/\/generativelanguage\.googleapis\.com\//i.test(url);
  if (!isPublic) {
    nativeOnly.push(file.place('fileUri'));
    return [];
  }
  const mediaType = file.string('mimeType')?.toLowerCase() ?? '';
  const isImage = mediaType === '' ? imageAddress.test(url) : mediaType.startsWith('image/');
  return [{ type: isImage ? 'image' : 'file', source: { type: 'url', url } }];
}

/** Code that Google ran for an earlier response, as a code block. */
function codePart(code: GoogleFields): TextPart {
  const language = (code.string('language') ?? '').toLowerCase();
  return { type: 'text', text: `\n\`\`\`${language}\n${code.string('code') ?? ''}\n\`\`\`\n` };
}

function outputPart(result: GoogleFields): TextPart {
  return { type: 'text', text: `\n\`\`\`output\n${result.string('output') ?? ''}\n\`\`\`\n` };
}
