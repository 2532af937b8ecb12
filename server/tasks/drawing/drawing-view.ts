import { list, record, text } from '../../dialects/json/lenient.js';
import type { OptionReader } from '../../options/options.service.js';
import type { StoredTask } from '../engine/stored-task.js';

/** A drawing as clients of the API see it; times are Unix milliseconds. */
export function drawingView(task: StoredTask, options: OptionReader): object {
  const { publicId, action, submitTime, startTime, finishTime, status, progress, failReason, row } = task;
  const properties = record(parsed(row.properties));
  const buttons = list(parsed(row.buttons));
  const videos = videoLinks(task, options);
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
    videoUrl: videos[0] ?? '',
    videoUrls: videos.length > 0 ? videos.map((url) => ({ url })) : null,
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

/** The addresses of a drawing's videos for its owner. */
export function videoLinks(
  { publicId, results }: Pick<StoredTask, 'publicId' | 'results'>,
  options: OptionReader,
): string[] {
  const videos = videosOf(results);
  if (!options.get('MjForwardUrlEnabled')) return videos;
  return videos.map(
    (_url, index) => `${options.get('ServerAddress')}/mj/image/${publicId}?video=${index + 1}`,
  );
}

/** The upstream's addresses of the videos among the files that a drawing produced. */
export function videosOf(results: unknown): string[] {
  return list(results)
    .map(record)
    .filter(({ kind }) => kind === 'video')
    .map(({ url }) => text(url));
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
