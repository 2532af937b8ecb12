import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors/api-error.js';

/** Verifies one-time states issued to browsers; a feature provides it under `ONE_TIME_STATES`. */
export interface OneTimeStates {
  /**
   * Consumes a state.
   * @throws ApiError oauth_state_wrong unless it was recently issued to this browser for this account and provider
   */
  use(
    request: FastifyRequest,
    state: string,
    expected: { readonly provider: 'wechat' | 'telegram'; readonly userId: number },
  ): Promise<void>;
}

export const ONE_TIME_STATES = Symbol('one-time states');

/**
 * Rejects browser requests that were not made by a script of this site: images, frames, links, scripts of other
 * origins. Browsers send `Sec-Fetch-*` headers that pages cannot change (https://www.w3.org/TR/fetch-metadata/);
 * programs and old browsers send none and pass. Site `none` means that the user caused the request, for example by an
 * extension.
 * @param navigated also accepts navigations, including those from other sites
 * @throws ApiError request_not_from_console
 */
export function assertFromConsole(request: FastifyRequest, navigated = false): void {
  const destination = request.headers['sec-fetch-dest'];
  const site = request.headers['sec-fetch-site'];
  const isScript = destination === undefined || destination === 'empty';
  if (navigated && destination === 'document') return;
  if (!isScript || !(site === undefined || site === 'same-origin' || site === 'none'))
    throw new ApiError('request_not_from_console');
}
