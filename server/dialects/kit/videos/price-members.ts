import type { UnknownRecord } from '../../json/lenient.js';
import { unsupported } from './video-images.js';

const DURATION =
  'duration seconds durationSeconds duration_seconds length video_length frames num_frames frame_num';
const QUALITY = 'size resolution width height quality mode upscale service_tier off_peak is_rec';
const SOUND = 'sound audio with_audio generate_audio generateAudio voice_id voice_list';
const NUMBER =
  'n count sampleCount sample_count numberOfVideos number_of_videos num_videos num_outputs batch_size batchSize';
/** Videos that are continued or changed, whose duration counts. */
const INPUTS =
  'video video_url video_urls video_list videos reference_video reference_videos reference_video_urls first_clip_url ' +
  'last_clip_url extend_video';
/** Objects with any of these, in the APIs of some providers; other gateways pass them on. */
const OBJECTS = 'metadata parameters input';

/**
 * Members by which the providers' APIs, those of models on platforms, and other gateways choose what a video costs: its
 * duration, size, quality, sound and number, and videos that it is made of.
 */
export const PRICE_MEMBERS: readonly string[] = [DURATION, QUALITY, SOUND, NUMBER, INPUTS, OBJECTS]
  .join(' ')
  .split(' ');

/**
 * Refuses what would change the provider's price, but not that of the gateway.
 * @param members of the client
 * @param priced names that the units of the submission depend on
 * @throws ApiError 400
 */
export function refuseUnpriced(members: UnknownRecord, priced: readonly string[]): void {
  for (const name of PRICE_MEMBERS)
    if (!priced.includes(name) && !isOff(members[name]))
      throw unsupported(
        `${name}: the price of this model does not depend on it${priced.length > 0 ? `, but on ${priced.join(', ')}` : ''}`,
      );
}

/** Whether a value asks for nothing. */
function isOff(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'string') return /^(?:off|false)?$/i.test(value.trim());
  return value === undefined || value === null || value === false;
}
