import { notSupported } from '../../operations/operation.js';

const VERSION = /(?:^|:)([\da-f]{64})$/;

/** Official models have addresses of their own; others are called by the id of their version. @throws ApiError 400 */
export function addressOf(model: string): { path: string; version?: string } {
  const version = VERSION.exec(model)?.[1];
  if (version !== undefined) return { path: '/v1/predictions', version };
  const [owner = '', name = '', ...rest] = model.split('/');
  if (owner === '' || name === '' || rest.length > 0)
    throw notSupported('the model must be named owner/name or owner/name:version');
  return { path: `/v1/models/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/predictions` };
}
