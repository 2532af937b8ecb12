import type { ImagePart, TextPart, TurnPart } from '../../canonical/chat.js';
import { mediaSource } from '../../canonical/media-source.js';
import type { Fields } from '../../json/fields.js';
import { isRecord, text } from '../../json/lenient.js';

/**
 * A call of a tool that OpenAI defines and the client runs (`local_shell_call`), as a call of a function of the tool's
 * name. @throws FieldError
 */
export function readToolCall(item: Fields, type: string): TurnPart {
  const given = item.raw('action') ?? item.raw('operation') ?? item.raw('actions') ?? {};
  return {
    type: 'tool-call',
    id: callId(item),
    name: type.replace(/_call$/, ''),
    arguments: JSON.stringify(isRecord(given) ? given : { actions: given }),
  };
}

/** What the client's run of such a tool gave: a text, a screenshot, or a list of outputs. @throws FieldError */
export function readToolResult(item: Fields): TurnPart {
  return { type: 'tool-result', id: callId(item), parts: [resultPart(item.raw('output'))] };
}

function resultPart(output: unknown): TextPart | ImagePart {
  if (isRecord(output) && output.type === 'computer_screenshot' && typeof output.image_url === 'string')
    return { type: 'image', source: mediaSource(output.image_url) };
  return { type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output ?? '') };
}

/** Local shells name their call by `id` in results. */
function callId(item: Fields): string {
  return text(item.raw('call_id')) || item.neededString('id');
}
