import { ApiError } from '../../contract/errors/api-error.js';
import { known, type RelayContext } from './context.js';

/** Reads the few fields the pipeline needs from the bytes, by the client's protocol. @throws ApiError 400 */
export function read(context: RelayContext, audioTokensPerMinute?: number): void {
  const { protocol, operation, body, form, path, request } = context.exchange;
  if (!operation) {
    context.read = protocol.read(body, path);
    const { accountBound } = context.read;
    if (accountBound !== undefined && known(context.caller).pinnedChannel === undefined)
      throw new ApiError('unsupported_parameter', {
        detail: `${accountBound} names something of one upstream account: it needs a key that pins a channel`,
      });
    return;
  }
  const contentType = request.headers['content-type'] ?? '';
  context.read = context.operation = operation.read({ body, contentType, form, path, audioTokensPerMinute });
}
