import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from './scenarios.js';
import type { Dialect } from './scripted-answer.js';

const HALF_EVENT = 'data: {"id":"broken","choices":[{"delta":{"content":"half';

/** Writes a stream as the scenario specifies. */
export async function sendStream(
  response: ServerResponse,
  dialect: Dialect,
  scenario: Scenario,
  all: string[],
  gone: AbortSignal,
): Promise<void> {
  const pause = (ms: number | undefined) => (ms ? sleep(ms, undefined, { signal: gone }) : undefined);
  const lineEnd = scenario.carriageReturns ? '\r\n' : '\n';
  const { framing } = dialect;
  const encoded = (frame: string) =>
    framing ? framing.encode(frame) : Buffer.from(`${frame}\n\n`.replaceAll('\n', lineEnd));
  const half = () => {
    const bytes = framing?.encode(all[0] ?? '');
    return bytes ? bytes.subarray(0, bytes.length / 2) : encoded(HALF_EVENT);
  };
  const write = async (bytes: Buffer) => {
    const size = scenario.pieceBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      const room = response.write(bytes.subarray(at, at + size));
      // Yields to the event loop, so that the chunks are sent one by one.
      if (scenario.pieceBytes) await turn(undefined, { signal: gone });
      if (!room) await once(response, 'drain', { signal: gone });
    }
  };
  response.writeHead(200, {
    'content-type': framing?.contentType ?? 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  response.flushHeaders();
  await pause(scenario.firstFrameAfterMs);
  const complete = scenario.noEnd ? all.slice(0, -1) : all;
  for (const [index, frame] of complete.slice(0, scenario.frames).entries()) {
    if (index > 0) await pause(scenario.betweenFramesMs);
    if (index === scenario.halfEventAfter) await write(half());
    await write(encoded(frame));
  }
  switch (scenario.ending ?? 'finish') {
    case 'stall':
      return;
    case 'cut':
      // Gives the bytes written so far time to be sent before the connection breaks.
      await sleep(20, undefined, { signal: gone });
      interrupt(response, 'cut');
      return;
    case 'error-frame':
      await write(encoded(dialect.errorFrame('scripted stream failure')));
      break;
    case 'malformed-frame':
      await write(half());
      break;
    case 'finish':
      break;
  }
  response.end();
}

/** Sends the response that replaces an answer: an error by default. */
export function sendApiError(
  response: ServerResponse,
  dialect: Dialect,
  refusal: NonNullable<Scenario['refuse']>,
): void {
  const body = refusal.body ?? JSON.stringify(dialect.error(refusal.status, refusal.message ?? ''));
  response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers }).end(body);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendBytes(
  response: ServerResponse,
  { contentType, body }: { contentType: string; body: Buffer },
): void {
  response.writeHead(200, { 'content-type': contentType }).end(body);
}

/** Sends a body without its end, then breaks the connection. */
export function sendHalfBytes(
  response: ServerResponse,
  { contentType, body }: { contentType: string; body: Buffer },
): void {
  response.writeHead(200, { 'content-type': contentType });
  // Later, so that the gateway has read the first half.
  response.write(body.subarray(0, body.length / 2), () => setTimeout(() => interrupt(response, 'cut'), 200));
}

/** Announces the full content length and sends half of the body. */
export function sendHalf(response: ServerResponse, text: string, ending: 'cut' | 'stall'): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => {
    if (ending === 'cut') interrupt(response, 'cut');
  });
}

const brokenOff = new WeakSet<ServerResponse>();

/** Breaks the connection; `brokenByScript` distinguishes this from a client that left. */
export function interrupt(response: ServerResponse, how: 'cut' | 'reset'): void {
  brokenOff.add(response);
  if (how === 'reset') response.socket?.resetAndDestroy();
  else response.destroy();
}

export function brokenByScript(response: ServerResponse): boolean {
  return brokenOff.has(response);
}
