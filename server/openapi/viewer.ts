import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Content types of the required Swagger UI files, by file name. */
const PARTS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

export interface ViewerFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/**
 * Starts the viewer. A separate file, since the content security policy forbids inline scripts. The page contains the
 * user id.
 */
const START = `
const user = document.body.dataset.user;
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  requestInterceptor: (request) => {
    if (new URL(request.url, location.href).origin === location.origin) request.headers['New-Api-User'] = user;
    return request;
  },
});
`;

const files = new Map<string, ViewerFile>([
  ['start.js', { contentType: 'text/javascript; charset=utf-8', bytes: Buffer.from(START) }],
]);

/** A file of the viewer, read from its package on first use; undefined for other names. */
export function viewerFile(name: string): ViewerFile | undefined {
  if (!files.has(name) && isPart(name))
    files.set(name, {
      contentType: PARTS[name],
      bytes: readFileSync(require.resolve(`swagger-ui-dist/${name}`)),
    });
  return files.get(name);
}

function isPart(name: string): name is keyof typeof PARTS {
  return Object.hasOwn(PARTS, name);
}

/**
 * HTML page of the viewer.
 * @param userId the signed-in user, sent with requests from the page
 */
export function viewerPage(userId: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tollgate management API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body data-user="${userId}">
<div id="document"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
}
