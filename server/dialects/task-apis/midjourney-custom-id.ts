import type { DrawingAction } from './midjourney.js';
import { TaskError } from './task-error.js';

/** Actions by the word of a custom id, for words that match exactly. */
const EXACT: Readonly<Partial<Record<string, DrawingAction>>> = {
  variation: 'VARIATION',
  low_variation: 'LOW_VARIATION',
  high_variation: 'HIGH_VARIATION',
  Outpaint: 'ZOOM',
  CustomZoom: 'CUSTOM_ZOOM',
  Inpaint: 'INPAINT',
};

/**
 * The action of a button, by its custom id such as `MJ::JOB::upsample::2::<uuid>` or `MJ::Outpaint::50::1::<uuid>`.
 * @throws TaskError 400 with code 4 (unknown_action:…, index_parse_failed)
 */
export function actionOfCustomId(customId: string): DrawingAction {
  const parts = customId.split('::');
  const [, kind = '', job = ''] = parts;
  const word = kind === 'JOB' ? job : kind;
  const action = actionOf(word);
  if (!action) throw new TaskError(400, 4, `unknown_action:${customId}`);
  if ((action === 'UPSCALE' || action === 'VARIATION') && !/^\d+$/.test(parts[3] ?? ''))
    throw new TaskError(400, 4, 'index_parse_failed');
  return action;
}

function actionOf(word: string): DrawingAction | undefined {
  if (word.includes('upsample')) return 'UPSCALE';
  if (Object.hasOwn(EXACT, word)) return EXACT[word];
  if (word.includes('pan')) return 'PAN';
  return word.includes('reroll') ? 'REROLL' : undefined;
}
