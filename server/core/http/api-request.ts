import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** What a route reads from a request by itself, where the schema pipe does not see it. */
export interface AskShape {
  /** An object: one member per parameter. */
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

export const ASKS = Symbol('asks');

/**
 * Tells the OpenAPI document about a request that a route reads by itself: lists whose parameters are read leniently, and
 * bodies whose schema only the query decides. It checks nothing.
 */
export const ApiRequest = (shape: AskShape): MethodDecorator => SetMetadata(ASKS, shape);
