import { text, type UnknownRecord } from '../json/lenient.js';
import { TaskError } from './task-error.js';
import { ONE_CALL, type TaskRequest } from './task.js';

/** The model of songs whose request names none. */
const DEFAULT_VERSION = 'chirp-v3-0';

/**
 * A request of `POST /suno/submit/{action}`.
 * @param action `music` or `lyrics`, in any case
 * @throws TaskError 400 invalid_request
 */
export function sunoRequest(action: string, fields: UnknownRecord): TaskRequest {
  const name = action.toUpperCase();
  if (name !== 'MUSIC' && name !== 'LYRICS') throw invalid('invalid_action');
  if (name === 'LYRICS' && text(fields.prompt) === '') throw invalid('prompt_empty');
  if (text(fields.continue_clip_id) !== '' && text(fields.task_id) === '') throw invalid('task id is empty');
  const hasVersion = text(fields.mv) !== '';
  return {
    family: 'music',
    model: `suno_${name.toLowerCase()}`,
    action: name,
    fields: name === 'MUSIC' && !hasVersion ? { ...fields, mv: DEFAULT_VERSION } : fields,
    input: text(fields.gpt_description_prompt) || text(fields.prompt),
    units: ONE_CALL,
  };
}

function invalid(message: string): TaskError {
  return new TaskError(400, 'invalid_request', message);
}
