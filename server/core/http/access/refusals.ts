import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../../../contract/errors/api-error.js';

/** Learns of every management request that was refused with a code, from whichever guard, pipe or controller; a feature provides it. */
export interface Refusals {
  /** Must not throw. The response does not wait for it. */
  refused(request: FastifyRequest, error: ApiError): void;
}

export const REFUSALS = Symbol('refusals');
