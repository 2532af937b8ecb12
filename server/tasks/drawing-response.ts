import type { DrawingResponse } from '../contract/resources/tasks/drawing.js';
import type { Midjourney } from './midjourney.entity.js';

/**
 * @param imageUrl address of the image as returned to this caller; '' while there is none
 * @param videos addresses of the videos as returned to this caller
 */
export function drawingResponseOf(
  job: Midjourney,
  imageUrl: string,
  videos: readonly string[],
): DrawingResponse {
  return {
    id: job.id,
    code: job.code,
    user_id: job.userId,
    action: job.action,
    mj_id: job.mjId,
    prompt: job.prompt,
    prompt_en: job.promptEn,
    description: job.description,
    state: job.state,
    submit_time: job.submitTime,
    start_time: job.startTime,
    finish_time: job.finishTime,
    image_url: imageUrl,
    video_url: videos[0] ?? '',
    video_urls: videos.length > 0 ? JSON.stringify(videos.map((url) => ({ url }))) : '',
    status: job.status,
    progress: job.progress,
    fail_reason: job.failReason,
    channel_id: job.channelId,
    quota: job.quota,
    buttons: job.buttons,
    properties: job.properties,
  };
}
