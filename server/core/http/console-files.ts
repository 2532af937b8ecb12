import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isForPrograms, notFound } from './not-found.js';

/**
 * No script stands inside a page. Styles may (the component library writes them); pictures and framed pages (logo, home
 * page, about) come from wherever the operator says. This one is of pages whose scripts all come from here.
 */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy([]);

/** @param scriptHosts whose scripts may run besides our own, while the operator uses them */
function contentSecurityPolicy(scriptHosts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHosts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    // What tasks made is heard and seen where vendors keep it.
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // Payments are begun by a form that goes to the operator's payment site.
    "form-action 'self' https: http:",
  ].join('; ');
}

/**
 * Serves the built console from `root`, its index page for every path that is no file, and 404 for everything else.
 * @param scriptHosts asked for every page: switches of the operator take effect with the next one
 */
export async function serveConsole(
  fastify: FastifyInstance,
  root: string,
  scriptHosts: () => readonly string[],
): Promise<void> {
  const built = existsSync(join(root, 'index.html'));
  if (built)
    await fastify.register(fastifyStatic, {
      root,
      wildcard: false,
      // `.br` and `.gz` lie beside the files (web/compress.ts).
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('Content-Security-Policy', contentSecurityPolicy(scriptHosts()));
        void reply.header('X-Content-Type-Options', 'nosniff');
        void reply.header('Referrer-Policy', 'strict-origin-when-cross-origin');
        void reply.header('Cache-Control', cacheFor(path));
      },
    });
  fastify.get('/*', (request: FastifyRequest, reply: FastifyReply) => {
    if (built && !isForPrograms(request.url)) return reply.sendFile('index.html');
    return reply.code(404).send(notFound(request.method, request.url));
  });
}

/**
 * Built files carry a hash of what is in them in their names; the others may change under theirs. Pages are not even kept
 * for asking again: browsers keep the old policy with a page that is "not modified".
 */
function cacheFor(path: string): string {
  if (/\.html(\.(br|gz))?$/.test(path)) return 'no-store';
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'max-age=604800';
}
