import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isForPrograms, notFound } from './not-found.js';

/**
 * The policy without external script hosts. Inline scripts are forbidden. Inline styles are allowed because the
 * component library writes them; images and frames (logo, home page, about) may come from any address the operator
 * configures.
 */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy([]);

/** @param scriptHosts external hosts whose scripts are allowed, while the operator uses them */
function contentSecurityPolicy(scriptHosts: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHosts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    // Audio and video made by tasks is loaded from the providers' hosts.
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'frame-src https: http:',
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    // Payments start with a form that is submitted to the operator's payment site.
    "form-action 'self' https: http:",
  ].join('; ');
}

/**
 * Serves the built console from `root`: its index page for every path that is not a file, and 404 for paths of APIs.
 * @param scriptHosts called for every page, so that option changes take effect with the next page load
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
      // `.br` and `.gz` variants are next to the files (web/compress.ts).
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
 * Asset names contain a content hash; other files can change under the same name. Pages are never stored: after a "not
 * modified" response a browser would apply the old content security policy.
 */
function cacheFor(path: string): string {
  if (/\.html(\.(br|gz))?$/.test(path)) return 'no-store';
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'max-age=604800';
}
