import { UpstreamError } from '../../canonical/failure.js';
import { idText } from '../../json/large-integers.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { DrawingCode, waitsForModal } from '../../task-apis/midjourney.js';
import type { TaskAcceptance, TaskRefusal, TaskReport, TaskRequest } from '../../task-apis/task.js';
import { addressOf, jsonColumn, stateOf } from './reports.js';

const MAX_ID_LENGTH = 191;
const ACCEPTED: readonly number[] = [DrawingCode.accepted, DrawingCode.exists, DrawingCode.queued];

/**
 * Reads the response to a submission: `{code, description, properties, result}`.
 * @throws UpstreamError if it has no code, or was accepted without an id
 */
export function readAcceptance(body: unknown, request: TaskRequest): TaskAcceptance | TaskRefusal {
  const code = isRecord(body) ? codeOf(body) : undefined;
  if (!isRecord(body) || code === undefined) throw unusable();
  if (!ACCEPTED.includes(code))
    return {
      kind: 'refused',
      reason: text(body.description) || `code ${code}`,
      body,
      code,
      ...(code === DrawingCode.noAccount && { disables: 'No available account instance' }),
    };
  if (request.action === 'UPLOAD') return uploaded(code, body);
  const upstreamId = idText(body.result);
  if (upstreamId === '' || upstreamId.length > MAX_ID_LENGTH) throw unusable();
  const keepsCode = waitsForModal(request.action);
  return {
    kind: 'accepted',
    upstreamId,
    report: reportOf(upstreamId, code, body),
    // Clients know only one code for success, but must learn that `submit/modal` comes next.
    body: keepsCode ? { ...body, code } : { ...body, code: DrawingCode.accepted },
    ...(isFree(request.action, code) && { charged: false }),
    ...(code === DrawingCode.exists && !keepsCode && { existed: true }),
  };
}

/** Face swaps are charged only if they begin at once. */
function isFree(action: string, code: number): boolean {
  return waitsForModal(action) || (action === 'SWAP_FACE' && code !== DrawingCode.accepted);
}

/** An upload is complete with its submission; its result is a list of addresses. */
function uploaded(code: number, body: UnknownRecord): TaskAcceptance {
  const results = list(body.result).flatMap((url) =>
    typeof url === 'string' && url !== '' && !url.startsWith('data:')
      ? [{ url, kind: 'image' as const }]
      : [],
  );
  return {
    kind: 'accepted',
    upstreamId: '',
    report: {
      upstreamId: '',
      status: 'SUCCESS',
      results,
      drawing: { code, description: text(body.description) },
    },
    body: { ...body, code: DrawingCode.accepted },
  };
}

function reportOf(upstreamId: string, code: number, body: UnknownRecord): TaskReport {
  const properties = record(body.properties);
  const { imageUrl, status } = properties;
  // An existing task may have its image already. That it failed is left to the poll, which refunds it.
  const state =
    code === DrawingCode.exists && typeof imageUrl === 'string' && typeof status === 'string'
      ? stateOf(status)
      : undefined;
  return {
    upstreamId,
    ...(state !== undefined && state !== 'FAILURE' && { status: state }),
    drawing: {
      code,
      description: text(body.description),
      properties: jsonColumn(properties),
      ...(state !== undefined && { imageUrl: addressOf(imageUrl) }),
    },
  };
}

function codeOf({ code }: UnknownRecord): number | undefined {
  const number = typeof code === 'string' && code !== '' ? Number(code) : code;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

function unusable(): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: 'unmarshal_response_body_failed',
    kind: 'upstream_error',
    code: 'unmarshal_response_body_failed',
    retryable: false,
    disables: false,
  });
}
