import { z } from 'zod';
import type { Midjourney } from './midjourney.entity.js';

/** An image job. Times are Unix milliseconds. */
export const drawingAnswer = z.strictObject({
  id: z.int(),
  code: z.int(),
  user_id: z.int(),
  action: z.string(),
  mj_id: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  image_url: z.string(),
  status: z.string(),
  progress: z.string(),
  fail_reason: z.string(),
  /** 0 for users, who must not see channels. */
  channel_id: z.int(),
  quota: z.int(),
  /** JSON text. */
  buttons: z.string(),
  /** JSON text. */
  properties: z.string(),
});
export type DrawingAnswer = z.infer<typeof drawingAnswer>;

/** @param imageUrl address of the image as returned to this caller; '' while there is none */
export function drawingAnswerOf(job: Midjourney, imageUrl: string): DrawingAnswer {
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
    status: job.status,
    progress: job.progress,
    fail_reason: job.failReason,
    channel_id: job.channelId,
    quota: job.quota,
    buttons: job.buttons,
    properties: job.properties,
  };
}
