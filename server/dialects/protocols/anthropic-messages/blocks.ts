import { ApiError } from '../../../contract/errors/api-error.js';
import type { ImagePart, MediaSource, TextPart, TurnPart } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { cacheHint } from '../../json/cache-hint.js';
import { readableText } from '../../json/readable-text.js';
import { handlingOf } from './block-table.js';

/**
 * Reads blocks as canonical parts; see BLOCKS. If all blocks are left out, a marker names their types.
 * @param nativeOnly receives the locations of blocks that cannot be translated
 * @throws FieldError, ApiError 400
 */
export function readBlocks(blocks: readonly Fields[], nativeOnly: string[]): TurnPart[] {
  const parts = blocks.flatMap((block) => readBlock(block, nativeOnly));
  if (parts.length > 0) return parts;
  const types = blocks
    .map((block) => block.neededString('type'))
    .filter((type) => handlingOf(type) === 'left-out');
  return types.length === 0 ? [] : [{ type: 'text', text: leftOut(types) }];
}

function leftOut(types: readonly string[]): string {
  return `[content left out: ${[...new Set(types)].join(', ')}]`;
}

export function textPart(block: Fields): TextPart {
  return { type: 'text', text: block.neededString('text'), cache: cacheHint(block) };
}

function readBlock(block: Fields, nativeOnly: string[]): TurnPart[] {
  const type = block.neededString('type');
  switch (type) {
    case 'text':
      return [textPart(block)];
    case 'image':
      return [imagePart(block)];
    case 'document':
      return documentParts(block, nativeOnly);
    case 'search_result':
      return searchResult(block, nativeOnly);
    case 'thinking':
      return [
        {
          type: 'reasoning',
          text: block.string('thinking') ?? '',
          signature: block.string('signature') || undefined,
        },
      ];
    case 'redacted_thinking':
      return [{ type: 'reasoning-redacted', data: block.neededString('data') }];
    case 'tool_use':
      return [
        {
          type: 'tool-call',
          id: block.neededString('id'),
          name: block.neededString('name'),
          arguments: JSON.stringify(block.neededObject('input').values),
          cache: cacheHint(block),
        },
      ];
    case 'tool_result':
      return toolResult(block, nativeOnly);
    case 'advisor_tool_result':
      return advice(block);
    case 'tool_reference':
      return [{ type: 'text', text: `Tool available: ${block.neededString('tool_name')}` }];
    default:
      return otherBlock(block, type, nativeOnly);
  }
}

function otherBlock(block: Fields, type: string, nativeOnly: string[]): TurnPart[] {
  const handling = handlingOf(type);
  if (handling !== undefined && handling !== 'refused') return [];
  const text = handling === undefined ? readableText(block) : undefined;
  if (text !== undefined) return [{ type: 'text', text, cache: cacheHint(block) }];
  nativeOnly.push(`${block.place('type')} ${type}`);
  return [];
}

/** What the search of a client found, with its title and address: models name them as the source. */
function searchResult(block: Fields, nativeOnly: string[]): TurnPart[] {
  const head = [block.string('title'), block.string('source')].filter(Boolean).join('\n');
  const found = content(block, 'content', nativeOnly);
  return head === '' ? found : [{ type: 'text', text: head }, ...found];
}

/** The advisor's text, if it is readable. */
function advice(block: Fields): TurnPart[] {
  const text = block.object('content')?.string('text');
  return text ? [{ type: 'text', text: `Advice:\n${text}` }] : [];
}

function imagePart(block: Fields): ImagePart {
  return { type: 'image', source: mediaSource(block.neededObject('source')), cache: cacheHint(block) };
}

function mediaSource(source: Fields): MediaSource {
  switch (source.string('type')) {
    case 'base64':
      return {
        type: 'base64',
        mediaType: source.neededString('media_type'),
        data: source.neededString('data'),
      };
    case 'url':
      return { type: 'url', url: source.neededString('url') };
    case 'text':
      return {
        type: 'base64',
        mediaType: source.string('media_type') ?? 'text/plain',
        data: Buffer.from(source.neededString('data')).toString('base64'),
      };
    case 'file':
      throw new ApiError('unsupported_parameter', {
        detail: `${source.place('file_id')} names a file of another upstream; send its content`,
      });
    default:
      throw source.unsupported('type');
  }
}

/** A document that consists of blocks is replaced by those blocks. */
function documentParts(block: Fields, nativeOnly: string[]): TurnPart[] {
  const source = block.neededObject('source');
  if (source.string('type') === 'content') return content(source, 'content', nativeOnly);
  return [
    { type: 'file', source: mediaSource(source), name: block.string('title'), cache: cacheHint(block) },
  ];
}

/** Canonical tool results contain only text and images: documents inside a result follow as parts of the turn. */
function toolResult(block: Fields, nativeOnly: string[]): TurnPart[] {
  const parts: (TextPart | ImagePart)[] = [];
  const others: TurnPart[] = [];
  for (const part of content(block, 'content', nativeOnly)) {
    if (part.type === 'text' || part.type === 'image') parts.push(part);
    else others.push(part);
  }
  const result: TurnPart = {
    type: 'tool-result',
    id: block.neededString('tool_use_id'),
    parts,
    isError: block.boolean('is_error'),
    cache: cacheHint(block),
  };
  return [result, ...others];
}

function content(block: Fields, name: string, nativeOnly: string[]): TurnPart[] {
  const value = block.textOrObjects(name);
  if (value === undefined) return [];
  return typeof value === 'string' ? [{ type: 'text', text: value }] : readBlocks(value, nativeOnly);
}
