import { idText } from '../json/large-integers.js';
import { list, text, type UnknownRecord } from '../json/lenient.js';
import { actionOfCustomId } from './midjourney-custom-id.js';
import {
  drawingModel,
  FREE,
  waitsForModal,
  type DrawingAction,
  type DrawingMode,
  type DrawingRoute,
} from './midjourney.js';
import { TaskError } from './task-error.js';
import { ONE_CALL, type TaskRequest } from './task.js';

const BOTS = ['MID_JOURNEY', 'NIJI_JOURNEY'];
const DIMENSIONS = ['PORTRAIT', 'SQUARE', 'LANDSCAPE'];
const MAX_BLENDED = 5;
const MAX_INDEX = 4;
/** Characters of prompts that are stored; they are longer only if they contain files. */
const MAX_PROMPT = 20_000;
/** `U1` to `U4`, `V1` to `V4`, `R` after the id and exactly one space. */
const SIMPLE_CHANGE = /^(\S+) (?:([UV])([1-4])|(R))$/i;
const CHANGES: ReadonlySet<string> = new Set(['UPSCALE', 'VARIATION', 'REROLL']);

/** A valid submission, before the task that it continues is known. */
export interface DrawingOrder {
  readonly route: DrawingRoute;
  readonly action: DrawingAction;
  /** Members for the upstream. */
  readonly fields: UnknownRecord;
  /** '' where the request has none. */
  readonly prompt: string;
  /** The id of the task that it continues, as the client has it. */
  readonly originId?: string;
}

/** Errors of the API for requests that are not valid; nothing was called or charged. */
export function invalid(description: string): TaskError {
  return new TaskError(400, 4, description);
}

/**
 * Reads and checks a submission.
 * @throws TaskError 400 with code 4
 */
export function drawingOrder(route: DrawingRoute, fields: UnknownRecord): DrawingOrder {
  const bot = fields.botType ?? '';
  if (bot !== '' && !BOTS.includes(text(bot))) throw invalid('invalid_request');
  return { prompt: promptOf(fields), ...READERS[route](fields), route };
}

/**
 * The request of an order.
 * @param origin the upstream's id and the prompt of the task that it continues
 */
export function drawingRequest(
  { route, action, fields, prompt }: DrawingOrder,
  mode: DrawingMode | '',
  origin?: { readonly upstreamId: string; readonly prompt: string },
): TaskRequest {
  return {
    family: 'drawing',
    model: drawingModel(action),
    action,
    fields: origin ? withOrigin(route, fields, origin.upstreamId) : fields,
    input: prompt || (origin?.prompt ?? ''),
    units: waitsForModal(action) ? FREE : ONE_CALL,
    drawing: { route, mode },
    ...(mode !== '' && { pricedAs: [`mj_${mode}_${action.toLowerCase()}`] }),
  };
}

/** The request with the upstream's id instead of the client's. */
function withOrigin(route: DrawingRoute, fields: UnknownRecord, upstreamId: string): UnknownRecord {
  if (route !== 'submit/simple-change') return { ...fields, taskId: upstreamId };
  return { ...fields, content: text(fields.content).replace(/^\S+/, () => upstreamId) };
}

type Read = Pick<DrawingOrder, 'action' | 'fields' | 'originId'> & { readonly prompt?: string };

const READERS: Readonly<Record<DrawingRoute, (fields: UnknownRecord) => Read>> = {
  'submit/imagine': (fields) => {
    requirePrompt(fields);
    checkImages(fields, 0);
    return { action: 'IMAGINE', fields };
  },
  'submit/describe': (fields) => {
    if (text(fields.base64) === '' && text(fields.link) === '') throw invalid('invalid_request');
    return { action: 'DESCRIBE', fields };
  },
  'submit/blend': (fields) => {
    checkImages(fields, 2, MAX_BLENDED);
    const dimensions = fields.dimensions ?? '';
    if (dimensions !== '' && !DIMENSIONS.includes(text(dimensions))) throw invalid('invalid_request');
    return { action: 'BLEND', fields };
  },
  'submit/shorten': (fields) => {
    requirePrompt(fields);
    return { action: 'SHORTEN', fields };
  },
  'submit/change': readChange,
  'submit/simple-change': readSimpleChange,
  'submit/action': (fields) => {
    const customId = text(fields.customId);
    if (customId === '') throw invalid('custom_id_is_required');
    return { ...continued(fields), action: actionOfCustomId(customId) };
  },
  'submit/modal': (fields) => ({ ...continued(fields), action: 'MODAL' }),
  'submit/upload-discord-images': (fields) => {
    checkImages(fields, 1);
    return { action: 'UPLOAD', fields };
  },
  'submit/video': (fields) => {
    const isContinued = idText(fields.taskId) !== '';
    const image = imageOf(fields);
    if (!isContinued && image === '' && text(fields.prompt) === '') throw invalid('invalid_request');
    return { ...(isContinued ? continued(fields) : { fields }), action: 'VIDEO' };
  },
  'submit/edits': (fields) => {
    requirePrompt(fields);
    checkImages(fields, imageOf(fields) === '' ? 1 : 0);
    return { action: 'EDITS', fields };
  },
  'insight-face/swap': (fields) => {
    if (text(fields.sourceBase64) === '' || text(fields.targetBase64) === '')
      throw invalid('sour_base64_and_target_base64_is_required');
    return { action: 'SWAP_FACE', fields, prompt: 'InsightFace' };
  },
};

function readChange(fields: UnknownRecord): Read {
  const order = continued(fields);
  const action = text(fields.action).toUpperCase();
  if (action === '') throw invalid('action_is_required');
  if (!CHANGES.has(action)) throw invalid('unknown_action');
  if (action !== 'REROLL') checkIndex(fields.index);
  return { ...order, fields: { ...fields, action }, action: action as DrawingAction };
}

function readSimpleChange(fields: UnknownRecord): Read {
  const content = text(fields.content);
  if (content === '') throw invalid('content_is_required');
  const [, originId, letter] = SIMPLE_CHANGE.exec(content) ?? [];
  if (originId === undefined) throw invalid('content_parse_failed');
  const action = letter === undefined ? 'REROLL' : letter.toUpperCase() === 'U' ? 'UPSCALE' : 'VARIATION';
  return { action, fields, originId };
}

function continued(fields: UnknownRecord): { fields: UnknownRecord; originId: string } {
  const originId = idText(fields.taskId);
  if (originId === '') throw invalid('task_id_is_required');
  return { fields, originId };
}

function checkIndex(index: unknown): void {
  if (index === undefined || index === null || index === 0) throw invalid('index_is_required');
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 1 || index > MAX_INDEX)
    throw invalid('index_parse_failed');
}

function requirePrompt(fields: UnknownRecord): void {
  if (text(fields.prompt) === '') throw invalid('prompt_is_required');
}

/** A `data:` URL, base64 or an address; '' if the request has none. */
function imageOf({ image }: UnknownRecord): string {
  if (typeof (image ?? '') !== 'string') throw invalid('invalid_request');
  return text(image);
}

/** `base64Array` has between `least` and `most` images. */
function checkImages({ base64Array }: UnknownRecord, least: number, most = Infinity): void {
  const value = base64Array ?? [];
  const images = list(value);
  if (!Array.isArray(value) || images.some((image) => typeof image !== 'string' || image === ''))
    throw invalid('invalid_request');
  if (images.length < least || images.length > most) throw invalid('invalid_request');
}

/** Postgres rejects NUL characters. */
function promptOf({ prompt }: UnknownRecord): string {
  return text(prompt).replaceAll('\0', '').slice(0, MAX_PROMPT);
}
