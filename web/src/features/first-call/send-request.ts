import { parseObject } from '../../lib/format/json';

/** Models may think before they answer. */
const TIMEOUT_MS = 120_000;
const BASE: string = import.meta.env.VITE_REACT_APP_SERVER_URL ?? '';

/** What a client gets: status 0 = no response. */
export interface Sent {
  status: number;
  /** Never known here: a response does not have it. */
  upstreamStatus?: undefined;
  /** '' if it was answered. */
  message: string;
  code: string;
}

/** Sends a short request with the key of a token, as a client does: without the session of the console. */
export async function sendRequest(key: string, model: string, language: string): Promise<Sent> {
  try {
    const response = await fetch(`${BASE}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Accept-Language': language,
      },
      credentials: 'omit',
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    if (response.ok) return { status: response.status, message: '', code: '' };
    return { status: response.status, ...problemOf(body) };
  } catch (problem) {
    return { status: 0, message: problem instanceof Error ? problem.message : String(problem), code: '' };
  }
}

function problemOf(body: string): Pick<Sent, 'message' | 'code'> {
  const error: unknown = parseObject(body)?.error;
  const { message, code }: { message?: unknown; code?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  return {
    message: typeof message === 'string' ? message : body.slice(0, 500),
    code: typeof code === 'string' ? code : '',
  };
}
