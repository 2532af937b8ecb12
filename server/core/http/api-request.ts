import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** Schemas of a request that the route parses itself, outside the schema pipe. */
export interface AskShape {
  /** An object schema with one member per parameter. */
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

export const ASKS = Symbol('asks');

/**
 * Documents in OpenAPI a request that the route parses itself: lists with leniently parsed parameters, and bodies whose
 * schema depends on the query. It validates nothing.
 */
export const ApiRequest = (shape: AskShape): MethodDecorator => SetMetadata(ASKS, shape);
