/** Contents of files would hide the request that they are part of. */
const MAX_DATA_CHARS = 120;
const DATA = /^data:([^;,]*)[^,]*,/;

/** The path of the API under which clients with a token send what the console sends with its session. */
export function publicPathOf(path: string): string {
  const rest = path.replace(/^\/pg\//, '/');
  return /^\/(?:suno|mj|mj-\w+)\//.test(rest) ? rest : `/v1${rest}`;
}

/** The body with a placeholder in place of each long data URL. */
export function withoutData(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, shortened(value)]));
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const type = value.length > MAX_DATA_CHARS ? DATA.exec(value)?.[1] : undefined;
    return type === undefined ? value : `data:${type};base64,BASE64_OF_THE_FILE`;
  }
  if (Array.isArray(value)) return value.map(shortened);
  return typeof value === 'object' && value !== null ? withoutData({ ...value }) : value;
}
