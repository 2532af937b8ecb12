import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.js';

/** Checks one-time states of browsers; a feature provides it under `ONE_TIME_STATES`. */
export interface OneTimeStates {
  /**
   * Uses a state up.
   * @throws Refusal oauth_state_wrong unless this browser got it for this account and provider, a short time ago
   */
  use(
    request: FastifyRequest,
    state: string,
    expected: { readonly provider: 'wechat' | 'telegram'; readonly userId: number },
  ): Promise<void>;
}

export const ONE_TIME_STATES = Symbol('one-time states');

/**
 * Refuses a request that a browser made for anything but a script of this site: an image, a frame, a link, a script of another
 * origin. Browsers say so in headers no page can change (https://www.w3.org/TR/fetch-metadata/); programs and old browsers
 * send none and pass. `none` is a person's own doing, such as an extension.
 * @param navigated allows navigations, also from other sites
 * @throws Refusal request_not_from_console
 */
export function assertFromConsole(request: FastifyRequest, navigated = false): void {
  const destination = request.headers['sec-fetch-dest'];
  const site = request.headers['sec-fetch-site'];
  const isScript = destination === undefined || destination === 'empty';
  if (navigated && destination === 'document') return;
  if (!isScript || !(site === undefined || site === 'same-origin' || site === 'none'))
    throw new ApiError('request_not_from_console');
}
