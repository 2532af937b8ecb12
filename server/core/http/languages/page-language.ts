import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Language } from '../../../contract/languages.js';
import { preferredLanguage } from './preferred-language.js';

/** The language of the page that sent the request: the console states its own in `Accept-Language`. */
export const PageLanguage = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Language | undefined =>
    preferredLanguage(context.switchToHttp().getRequest<FastifyRequest>().headers['accept-language']),
);
