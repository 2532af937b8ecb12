import { ApiError } from '../../../contract/errors/api-error.js';
import type { Operation } from '../../../dialects/operations/operation.js';
import { scanObject } from '../../../dialects/json/scan.js';
import { withoutRepeats } from '../../../dialects/json/without-repeats.js';
import { NO_PREVIOUS_RESPONSE } from './previous-response.js';
import type { CompiledSettings } from '../settings.js';
import type { Authenticated, ParsedRequest } from '../stages.js';

/**
 * Reads the few fields the pipeline needs from the bytes, by the client's protocol.
 * @throws ApiError 400
 */
export function parseRequest(
  { scope, exchange, caller }: Authenticated,
  { audioTokensPerMinute, alwaysIncludeUsage }: CompiledSettings,
): ParsedRequest {
  const { protocol, body, form, path, request } = exchange;
  const operation = exchange.operation?.read({
    body,
    contentType: request.headers['content-type'] ?? '',
    form,
    path,
    audioTokensPerMinute,
  });
  const params = operation ?? protocol.read(body, path);
  const { accountBound } = params;
  if (accountBound !== undefined && caller.pinnedChannel === undefined)
    throw new ApiError('unsupported_parameter', {
      detail: `${accountBound} names something of one upstream account: it needs a key that pins a channel`,
    });
  if (alwaysIncludeUsage) params.includeUsage = true;
  const parsed = { scope, exchange, caller, params, operation, body, previous: NO_PREVIOUS_RESPONSE };
  return params.isRepeated ? readOnce(parsed) : parsed;
}

/** The request with one member of each name, so that what is sent is what was read. */
function readOnce(request: ParsedRequest): ParsedRequest {
  const body = withoutRepeats(request.body);
  const { noted: _before, ...params } = request.params;
  const { noted } = scanObject(body);
  return { ...request, body, params: { ...params, ...(noted && { noted }) } };
}

/** Refines the estimate of an operation's usage where that needs I/O, such as the length of audio or the size of images. */
export async function measured(
  request: ParsedRequest,
  measure: NonNullable<Operation['measure']>,
): Promise<ParsedRequest> {
  const { scope, exchange, caller, body, previous } = request;
  if (!request.operation) return request;
  const operation = await measure(request.operation);
  return { scope, exchange, caller, params: operation, operation, body, previous };
}
