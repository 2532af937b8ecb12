import type { ImagePart, TextPart, TurnPart } from '../../canonical/chat.js';
import { mediaSource } from '../../canonical/media/media-source.js';
import type { Fields } from '../../json/fields.js';
import { isRecord, text } from '../../json/lenient.js';

/**
 * Reads the call of a tool that OpenAI defines and the client runs (`local_shell_call`), as a function call with the tool's
 * name. @throws FieldError
 */
export function readToolCall(item: Fields, type: string): TurnPart {
  const action = item.raw('action') ?? item.raw('operation') ?? item.raw('actions') ?? {};
  return {
    type: 'tool-call',
    id: callId(item),
    name: type.replace(/_call$/, ''),
    arguments: JSON.stringify(isRecord(action) ? action : { actions: action }),
  };
}

/** Reads the result of such a tool: a text, a screenshot, or a list of outputs. @throws FieldError */
export function readToolResult(item: Fields): TurnPart {
  return { type: 'tool-result', id: callId(item), parts: [resultPart(item.raw('output'))] };
}

function resultPart(output: unknown): TextPart | ImagePart {
  if (isRecord(output) && output.type === 'computer_screenshot' && typeof output.image_url === 'string')
    return { type: 'image', source: mediaSource(output.image_url) };
  return { type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output ?? '') };
}

/** Results of local shells refer to their call in `id`. */
function callId(item: Fields): string {
  return text(item.raw('call_id')) || item.neededString('id');
}
