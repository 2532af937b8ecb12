import { z } from 'zod';
import { integerParameter, pageParameters, textParameter } from '../../query.js';

/** An image job. Times are Unix milliseconds; 0 = not yet. */
export const drawingResponse = z
  .strictObject({
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
    /** '' while there is none. */
    image_url: z.string(),
    /** The first video; '' while there is none. */
    video_url: z.string(),
    /** JSON text: a list of `{url}`; '' while there is none. */
    video_urls: z.string(),
    status: z.string(),
    /** Text such as `40%`. */
    progress: z.string(),
    fail_reason: z.string(),
    /** 0 for users, who must not see channels. */
    channel_id: z.int(),
    /** Quota units. */
    quota: z.int(),
    /** JSON text. */
    buttons: z.string(),
    /** JSON text. */
    properties: z.string(),
  })
  .meta({ id: 'Drawing' });
export type DrawingResponse = z.infer<typeof drawingResponse>;

const filter = {
  ...pageParameters,
  start_timestamp: integerParameter('Unix seconds or milliseconds, inclusive.'),
  end_timestamp: integerParameter('Unix seconds or milliseconds, inclusive.'),
  mj_id: textParameter(),
};

export const ownDrawingListQuery = z.object(filter);
export type OwnDrawingListQuery = z.infer<typeof ownDrawingListQuery>;

export const drawingListQuery = z.object({ ...filter, channel_id: integerParameter() });
export type DrawingListQuery = z.infer<typeof drawingListQuery>;
