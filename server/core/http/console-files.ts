import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isForPrograms, notFound, pathOf } from './not-found.js';

/**
 * Hosts that the console uses because the operator has configured something that needs them. Images and media may come from
 * anywhere: tasks make them at the providers' hosts, and texts of the operator contain images.
 */
export interface ConsoleHosts {
  /** Origins of scripts. */
  readonly scripts: readonly string[];
  /** Origins of pages in frames. */
  readonly frames: readonly string[];
  /** Payments start with a form that is submitted to the payment site, which may redirect to any other. */
  readonly hasPayments: boolean;
}

/** The policy of pages that need no other host. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy({ scripts: [], frames: [], hasPayments: false });

/** Inline scripts are forbidden. Inline styles are allowed because the component library writes them. */
function contentSecurityPolicy({ scripts, frames, hasPayments }: ConsoleHosts): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    // Audio and video made by tasks is loaded from the providers' hosts.
    "media-src 'self' https: http:",
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${hasPayments ? ' https: http:' : ''}`,
  ].join('; ');
}

/** The console uses none of these, nor do chat pages in its frames, which may ask for camera and microphone. */
const PERMISSIONS = 'geolocation=(), payment=(), usb=(), serial=(), bluetooth=()';

/**
 * Serves the built console from `root`: its index page for every path that is not a file, and 404 for paths of APIs and for
 * WebSockets.
 * @param hosts called for every page, so that option changes take effect with the next page load
 */
export async function serveConsole(
  fastify: FastifyInstance,
  root: string,
  hosts: () => ConsoleHosts,
): Promise<void> {
  const built = existsSync(join(root, 'index.html'));
  if (built)
    await fastify.register(fastifyStatic, {
      root,
      // A route per file, of which there are hundreds, would take a fifth of the start.
      serve: false,
      // `.br` and `.gz` variants are next to the files (web/compress.ts).
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('Content-Security-Policy', contentSecurityPolicy(hosts()));
        void reply.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
        void reply.header('Permissions-Policy', PERMISSIONS);
        void reply.header('X-Content-Type-Options', 'nosniff');
        void reply.header('Referrer-Policy', 'strict-origin-when-cross-origin');
        void reply.header('Cache-Control', cacheFor(path));
      },
    });
  const files = built ? filesBelow(root) : new Set<string>();
  fastify.get('/*', { errorHandler: closeUnfinished }, (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request.url);
    if (files.has(path)) return reply.sendFile(path);
    // No page is a WebSocket: a client that opens one has a wrong address.
    const isPage = !isForPrograms(request.url) && !/^websocket$/i.test(request.headers.upgrade ?? '');
    if (built && isPage) return reply.sendFile('index.html');
    return reply.code(404).send(notFound(request.method, request.url));
  });
}

/** The paths of all files, as they are requested. */
function filesBelow(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return new Set(
    entries.map((one) => `/${relative(root, join(one.parentPath, one.name)).replaceAll(sep, '/')}`),
  );
}

/** A client that leaves while it downloads a file is no error. */
function closeUnfinished(
  this: FastifyInstance,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
  else this.errorHandler(error, request, reply);
}

/**
 * Asset names contain a content hash; other files can change under the same name. Pages are never stored: after a "not
 * modified" response a browser would apply the old content security policy.
 */
function cacheFor(path: string): string {
  if (/\.html(\.(br|gz))?$/.test(path)) return 'no-store';
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'max-age=604800';
}
