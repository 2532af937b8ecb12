import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { notFound } from './not-found.js';

/** Unknown paths below these are answers for programs; every other one is a page of the console. */
const FOR_PROGRAMS = /^\/(api|v1|assets)/;

/**
 * Scripts come from here only and none stands inside a page. Styles may (the component library writes them); pictures and
 * framed pages (logo, home page, about) come from wherever the operator says.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self' data:",
  "connect-src 'self'",
  'frame-src https: http:',
  "frame-ancestors 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Serves the built console from `root`, its index page for every path that is no file, and 404 for everything else. */
export async function serveConsole(fastify: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(join(root, 'index.html'));
  if (built)
    await fastify.register(fastifyStatic, {
      root,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
        void reply.header('X-Content-Type-Options', 'nosniff');
        void reply.header('Referrer-Policy', 'strict-origin-when-cross-origin');
        void reply.header('Cache-Control', path.endsWith('.html') ? 'no-cache' : 'max-age=604800');
      },
    });
  fastify.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
    if (built && !FOR_PROGRAMS.test(request.url)) return reply.sendFile('index.html');
    return reply.code(404).send(notFound(request.method, request.url, request.id));
  });
}
