/*
 * The API of midjourney-proxy (https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md) and of its edition "plus",
 * which upstreams and clients share.
 */

/** Routes that submit work, below `/mj/`. */
export const DRAWING_ROUTES = [
  'submit/imagine',
  'submit/describe',
  'submit/blend',
  'submit/shorten',
  'submit/change',
  'submit/simple-change',
  'submit/action',
  'submit/modal',
  'submit/upload-discord-images',
  'submit/video',
  'submit/edits',
  'insight-face/swap',
] as const;
export type DrawingRoute = (typeof DRAWING_ROUTES)[number];

/** How fast a drawing is made, which its price may depend on. */
export const DRAWING_MODES = ['relax', 'fast', 'turbo'] as const;
export type DrawingMode = (typeof DRAWING_MODES)[number];

/** What only requests for drawings have. */
export interface DrawingDetails {
  readonly route: DrawingRoute;
  /** '' = not given. */
  readonly mode: DrawingMode | '';
}

/** Kinds of work. */
export type DrawingAction =
  | 'IMAGINE'
  | 'DESCRIBE'
  | 'BLEND'
  | 'SHORTEN'
  | 'UPSCALE'
  | 'VARIATION'
  | 'HIGH_VARIATION'
  | 'LOW_VARIATION'
  | 'REROLL'
  | 'PAN'
  | 'ZOOM'
  | 'CUSTOM_ZOOM'
  | 'INPAINT'
  | 'MODAL'
  | 'SWAP_FACE'
  | 'UPLOAD'
  | 'VIDEO'
  | 'EDITS';

/** Result codes of submissions. */
export const DrawingCode = {
  accepted: 1,
  noAccount: 3,
  invalidRequest: 4,
  unknownError: 5,
  /** The task exists; for INPAINT and CUSTOM_ZOOM: it waits for `submit/modal`. */
  exists: 21,
  queued: 22,
  queueFull: 23,
  bannedPrompt: 24,
  saturated: 30,
} as const;

/** Actions that only prepare `submit/modal`, which is charged. */
const BEFORE_MODAL: ReadonlySet<string> = new Set(['INPAINT', 'CUSTOM_ZOOM']);

/** Whether the work of this action begins with `submit/modal`: it is free, and its code 21 tells clients to go on. */
export function waitsForModal(action: string): boolean {
  return BEFORE_MODAL.has(action);
}

/** Units of actions that are free whatever their price is. */
export const FREE = { ratios: { free: 0 } } as const;

/** The name that prices and channels use for an action. */
export function drawingModel(action: string): string {
  return action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`;
}
