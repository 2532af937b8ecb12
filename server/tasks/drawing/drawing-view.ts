import { list, record, text } from '../../dialects/json/lenient.js';
import type { OptionReader } from '../../options/options.service.js';
import type { StoredTask } from '../engine/stored-task.js';

/** A drawing as clients of the API see it; times are Unix milliseconds. */
export function drawingView(task: StoredTask, options: OptionReader): object {
  const { publicId, action, submitTime, startTime, finishTime, status, progress, failReason, row } = task;
  const properties = record(parsed(row.properties));
  const buttons = list(parsed(row.buttons));
  return {
    id: publicId,
    action,
    customId: '',
    botType: '',
    prompt: text(row.prompt),
    promptEn: text(row.prompt_en),
    description: text(row.description),
    state: text(row.state),
    submitTime,
    startTime,
    finishTime,
    imageUrl: imageLink(task, options),
    status,
    progress,
    failReason,
    buttons: buttons.length > 0 ? buttons : null,
    maskBase64: '',
    properties: Object.keys(properties).length > 0 ? properties : null,
  };
}

/** The address of a drawing's image for its owner; '' while there is none. */
export function imageLink(
  { publicId, status, row }: Pick<StoredTask, 'publicId' | 'status' | 'row'>,
  options: OptionReader,
): string {
  const url = text(row.image_url);
  if (url === '' || !options.get('MjForwardUrlEnabled')) return url;
  const link = `${options.get('ServerAddress')}/mj/image/${publicId}`;
  // Images of running drawings change, so that each address is used once.
  return status === 'SUCCESS' ? link : `${link}?rand=${unixNanoseconds()}`;
}

function unixNanoseconds(): string {
  return `${Date.now()}${process.hrtime.bigint().toString().slice(-6)}`;
}

function parsed(json: unknown): unknown {
  if (typeof json !== 'string' || json === '') return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
