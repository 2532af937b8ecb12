import i18next from 'i18next';
import { parseObject } from '../format/json';
import { ApiError, send, statusText } from './api';

/**
 * Sends a relay request with the session and returns the response stream. There is no timeout: `signal` ends it.
 * @throws ApiError with the message of the error body (`{error: {message}}`)
 */
export async function openStream(
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send('POST', path, { body, signal });
  if (!response.ok || !response.body) throw await relayError(response);
  return response.body;
}

/**
 * Calls a relay route with the session and returns its JSON. There is no timeout for submissions: images can take minutes.
 * @throws ApiError with the message of the error body
 */
export async function callRelay(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const unlimited = new AbortController().signal;
  const response = await send(method, path, method === 'POST' ? { body, signal: unlimited } : {});
  if (!response.ok) throw await relayError(response);
  const answer = parseObject(await response.text());
  if (!answer) throw new ApiError(response.status, i18next.t('http.unreadable'));
  return answer;
}

async function relayError(response: Response): Promise<ApiError> {
  const { message, code } = relayProblem(parseObject(await response.text()) ?? {});
  if (message === '') console.warn(`${response.url} answered ${response.status} without a message`);
  return new ApiError(response.status, message || statusText(response, undefined), code);
}

/** Errors of models are in `error`; those of songs and drawings are the body itself. */
function relayProblem(body: Record<string, unknown>): { message: string; code: string | undefined } {
  const { error } = body;
  const problem: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : body;
  const text = [problem.message, problem.description].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  const message = text?.trim() ?? '';
  const code = typeof problem.code === 'string' ? problem.code : undefined;
  // The APIs of songs and drawings have fixed texts for it.
  if (code === 'quota_not_enough' || message === 'quota_not_enough')
    return { message: i18next.t('playTasks.quotaNotEnough'), code: 'quota_not_enough' };
  return { message, code };
}
