import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { parseJson } from '../../lib/format/json';
import { drawingAddress } from '../../lib/browser/loadable-address';
import { isRunning } from '../../lib/list/use-task-list';

/** The address of a drawing's image; undefined if it has none, or one that may not be loaded. */
export function imageOf(
  drawing: Pick<DrawingResponse, 'image_url' | 'status' | 'progress'>,
): string | undefined {
  const url = drawing.image_url && drawingAddress(drawing.image_url);
  if (!url) return undefined;
  // The gateway's address stays the same while the image makes progress.
  if (!isRunning(drawing) || !/\/mj\/image\/[^/]*$/.test(url.split('?')[0] ?? '')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}rand=${encodeURIComponent(drawing.progress)}`;
}

/** The addresses of a drawing's videos that may be loaded. */
export function videosOf({ video_urls: json }: Pick<DrawingResponse, 'video_urls'>): string[] {
  const list = parseJson(json);
  if (!Array.isArray(list)) return [];
  return list.flatMap((video: unknown) => {
    const url = typeof video === 'object' && video !== null && 'url' in video ? video.url : undefined;
    return (typeof url === 'string' && drawingAddress(url)) || [];
  });
}

/** Whether a drawing has anything to look at. */
export function hasResult({ image_url, video_url }: DrawingResponse): boolean {
  return image_url !== '' || video_url !== '';
}

/** Percent as a number from 0 to 100; 0 if there is none. */
export function percentOf({ progress }: Pick<DrawingResponse, 'progress'>): number {
  return Math.min(100, Math.max(0, Number.parseInt(progress, 10) || 0));
}

/** The names of the buttons that Midjourney offers below an image. */
export function buttonsOf({ buttons }: Pick<DrawingResponse, 'buttons'>): string[] {
  const list = parseJson(buttons);
  if (!Array.isArray(list)) return [];
  return list.map(nameOf).filter((name) => name !== '');
}

/** What Midjourney made of the prompt, or the description of an image. */
export function finalPromptOf({ properties }: Pick<DrawingResponse, 'properties'>): string {
  const value = parseJson(properties);
  if (typeof value !== 'object' || value === null) return '';
  const { finalPrompt, finalZhPrompt } = value as Record<string, unknown>;
  return [finalPrompt, finalZhPrompt].filter((text) => typeof text === 'string' && text !== '').join('\n');
}

function nameOf(button: unknown): string {
  if (typeof button !== 'object' || button === null) return '';
  const { emoji, label } = button as Record<string, unknown>;
  return [emoji, label].filter((text) => typeof text === 'string' && text !== '').join(' ');
}
