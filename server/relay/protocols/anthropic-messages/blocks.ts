import { Refusal } from '../../../core/refusal.js';
import type { HubTurn, ImagePart, MediaSource, TextPart, TurnPart } from '../../hub/chat.js';
import type { Fields } from '../../json/fields.js';
import { cacheHint } from '../../json/cache-hint.js';

/** Blocks that only the vendor's own servers make and read; other vendors can do nothing with them. */
const serverSide = new Set([
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'container_upload',
]);

/** @throws FieldError, Refusal 400 */
export function readTurn(message: Fields): HubTurn {
  const role = message.string('role') ?? 'user';
  if (role !== 'user' && role !== 'assistant') throw message.unsupported('role');
  const content = message.textOrObjects('content');
  if (content === undefined) throw message.wrong('content', 'a string or a list');
  if (typeof content === 'string') return { role, parts: [{ type: 'text', text: content }] };
  return { role, parts: content.flatMap(readBlock) };
}

export function textPart(block: Fields): TextPart {
  return { type: 'text', text: block.neededString('text'), cache: cacheHint(block) };
}

function readBlock(block: Fields): TurnPart[] {
  const type = block.neededString('type');
  switch (type) {
    case 'text':
      return [textPart(block)];
    case 'image':
      return [imagePart(block)];
    case 'document':
      return documentParts(block);
    case 'search_result':
      return content(block, 'content');
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
      return toolResult(block);
    default:
      if (serverSide.has(type)) return [];
      throw block.unsupported('type');
  }
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
      throw new Refusal('unsupported_parameter', {
        detail: `${source.place('file_id')} names a file of another upstream; send its content`,
      });
    default:
      throw source.unsupported('type');
  }
}

/** Documents made of blocks are told as those blocks. */
function documentParts(block: Fields): TurnPart[] {
  const source = block.neededObject('source');
  if (source.string('type') === 'content') return content(source, 'content');
  return [
    { type: 'file', source: mediaSource(source), name: block.string('title'), cache: cacheHint(block) },
  ];
}

/** Results hold text and pictures in the hub: documents inside them follow as parts of the turn. */
function toolResult(block: Fields): TurnPart[] {
  const parts: (TextPart | ImagePart)[] = [];
  const others: TurnPart[] = [];
  for (const part of content(block, 'content')) {
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

function content(block: Fields, name: string): TurnPart[] {
  const given = block.textOrObjects(name);
  if (given === undefined) return [];
  return typeof given === 'string' ? [{ type: 'text', text: given }] : given.flatMap(readBlock);
}
