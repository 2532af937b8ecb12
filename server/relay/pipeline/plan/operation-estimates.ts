import type { RoutableChannel } from '../../../channels/channel-registry.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { Usage } from '../../../dialects/canonical/usage.js';
import type { OperationRequest } from '../../../dialects/operations/operation.js';
import { providerOfRequested, upstreamName } from '../attempt/channel-provider.js';
import type { Exchange } from '../request-scope.js';

/**
 * What an operation uses at most, by the channels it may go to: providers count in different units, whatever name the model
 * has for clients. Channels that cannot serve the operation are ignored.
 */
export function operationEstimates(
  operation: OperationRequest,
  { operation: called }: Pick<Exchange, 'operation'>,
  candidates: Iterable<RoutableChannel>,
): readonly Usage[] {
  const estimates = new Set<Usage>();
  for (const channel of candidates) {
    const codec = called && providerOfRequested(channel, operation.model)?.operations?.[called.name];
    if (!codec) continue;
    const target = {
      model: upstreamName(channel, operation.model),
      override: channel.paramOverride,
    };
    try {
      estimates.add(codec.estimate?.(operation, target) ?? operation.estimate);
    } catch (problem) {
      // The provider cannot express the request, which is therefore not sent to it.
      if (!(problem instanceof ApiError)) throw problem;
    }
  }
  return estimates.size === 0 ? [operation.estimate] : [...estimates];
}
