import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoopbackServer } from './loopback-server.js';

/** Sixty words, so that a truncated response cannot be mistaken for a complete one. */
export const ANSWER =
  'The ferry leaves the island every morning at seven and returns long after dark. Its captain counts the passengers twice, ' +
  'writes their number into a heavy blue book, and rings the bell three times before the ropes are taken in. Nobody has ever ' +
  'been left behind, because he waits until both numbers agree and every last single seat is filled.';
export const WORDS = ANSWER.split(' ');

/** Behaviour of a model of this provider, selected by the part of its name before the first dot. */
export type Fault =
  | 'healthy'
  | 'refuses-prefill'
  | 'rate-limit-once'
  | 'rate-limit-always'
  | 'error-once'
  | 'overloaded-always'
  | 'reset-once'
  | 'silent'
  | 'slow-first-token'
  | 'cut'
  | 'stall'
  | 'malformed-event'
  | 'no-end-marker'
  | 'too-long'
  | 'content-filter'
  | 'down-for-a-while';

/** Durations in seconds, except `wordMs`: the pause between two words in milliseconds. */
export interface FaultTimes {
  readonly retryAfter: number;
  readonly slowFirstToken: number;
  readonly stall: number;
  readonly silence: number;
  readonly down: number;
  readonly wordMs: number;
}

export interface Attempt {
  readonly model: string;
  /** Milliseconds on the process's monotonic clock (`performance.now()`). */
  readonly at: number;
  readonly answered: boolean;
}

const CUT_AFTER = 40;
const STALL_AFTER = 20;
const MALFORMED_AT = 10;

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages?: readonly { role: string; content: string }[];
}

/** An upstream for OpenAI chat completions. Each model fails in one way and recovers where a real provider would. */
export class FailingProvider {
  readonly attempts: Attempt[] = [];
  private readonly downSince = new Map<string, number>();
  private answers = 0;

  private server!: LoopbackServer;

  private constructor(private readonly times: FaultTimes) {}

  static async start(times: FaultTimes): Promise<FailingProvider> {
    const provider = new FailingProvider(times);
    provider.server = await LoopbackServer.start((request, response) => provider.serve(request, response));
    return provider;
  }

  get url(): string {
    return this.server.url;
  }

  of(model: string): Attempt[] {
    return this.attempts.filter((attempt) => attempt.model === model);
  }

  /** Makes a `down-for-a-while` model unavailable for `times.down` seconds from now. */
  goDown(model: string): void {
    this.downSince.set(model, performance.now());
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await text(request)) as ChatRequest;
    const [fault = ''] = body.model.split('.');
    const first = this.of(body.model).length === 0;
    const isDown = this.isDown(body.model);
    this.attempts.push({ model: body.model, at: performance.now(), answered: !isDown });
    const { times } = this;
    switch (fault as Fault) {
      case 'refuses-prefill':
        if (body.messages?.at(-1)?.role === 'assistant')
          return refuse(response, 400, 'invalid_request_error', 'invalid_prefill', 'no prefill, please');
        break;
      case 'rate-limit-once':
        if (first)
          return refuse(response, 429, 'rate_limit_error', 'rate_limit_exceeded', 'slow down', {
            'retry-after': String(times.retryAfter),
          });
        break;
      case 'rate-limit-always':
        return refuse(response, 429, 'rate_limit_error', 'rate_limit_exceeded', 'slow down');
      case 'error-once':
        if (first) return refuse(response, 500, 'server_error', null, 'an error of the server');
        break;
      case 'overloaded-always':
        return refuse(response, 503, 'server_error', 'overloaded', 'overloaded');
      case 'down-for-a-while':
        if (isDown) return refuse(response, 503, 'server_error', 'overloaded', 'overloaded');
        break;
      case 'reset-once':
        if (first) return void response.socket?.resetAndDestroy();
        break;
      case 'silent':
        await Promise.race([once(response, 'close'), sleep(times.silence * 1000, undefined, { ref: false })]);
        return void response.destroy();
      case 'too-long':
        return refuse(
          response,
          400,
          'invalid_request_error',
          'context_length_exceeded',
          'maximum context length',
        );
      case 'content-filter':
        return refuse(
          response,
          400,
          'invalid_request_error',
          'content_policy_violation',
          'rejected by the safety system',
        );
      default:
    }
    const id = `chatcmpl-${++this.answers}`;
    return body.stream ? this.stream(response, body, id, fault) : this.whole(response, body, id, fault);
  }

  private isDown(model: string): boolean {
    const since = this.downSince.get(model);
    return since !== undefined && performance.now() - since < this.times.down * 1000;
  }

  private async whole(
    response: ServerResponse,
    { model }: ChatRequest,
    id: string,
    fault: string,
  ): Promise<void> {
    const { times } = this;
    if (fault === 'slow-first-token') await sleep(times.slowFirstToken * 1000, undefined, { ref: false });
    const message = { role: 'assistant', content: ANSWER };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    const body = JSON.stringify({
      id,
      object: 'chat.completion',
      created: 1,
      model,
      choices,
      usage: usage(),
    });
    const head = { 'content-type': 'application/json', 'content-length': body.length };
    if (fault === 'cut') {
      response.writeHead(200, head).write(body.slice(0, body.length * 0.6), () => response.destroy());
    } else if (fault === 'stall') {
      response.writeHead(200, head).flushHeaders();
      await sleep(times.stall * 1000, undefined, { ref: false });
      response.destroy();
    } else if (fault === 'malformed-event') {
      const bad = `${body.slice(0, body.length / 2)}"oops`;
      response.writeHead(200, { ...head, 'content-length': bad.length }).end(bad);
    } else response.writeHead(200, head).end(body);
  }

  private async stream(
    response: ServerResponse,
    { model }: ChatRequest,
    id: string,
    fault: string,
  ): Promise<void> {
    const { times } = this;
    const send = (event: object | string) =>
      response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    const chunk = (choices: object[], more: object = {}) =>
      send({ id, object: 'chat.completion.chunk', created: 1, model, choices, ...more });
    const delta = (content: object, finish: string | null = null) =>
      chunk([{ index: 0, delta: content, finish_reason: finish }]);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
    if (fault === 'slow-first-token') await sleep(times.slowFirstToken * 1000, undefined, { ref: false });
    delta({ role: 'assistant', content: '' });
    for (const [index, word] of WORDS.entries()) {
      if (fault === 'cut' && index === CUT_AFTER) return void response.destroy();
      if (fault === 'stall' && index === STALL_AFTER) {
        await sleep(times.stall * 1000, undefined, { ref: false });
        return void response.destroy();
      }
      if (fault === 'malformed-event' && index === MALFORMED_AT)
        send(`{"id": "${id}", "object": "chat.completion.chunk", "choices": [{"delta": {"content": `);
      delta({ content: index > 0 ? ` ${word}` : word });
      await sleep(times.wordMs, undefined, { ref: false });
    }
    delta({}, 'stop');
    chunk([], { usage: usage() });
    if (fault !== 'no-end-marker') send('[DONE]');
    response.end();
  }
}

function usage(): object {
  return { prompt_tokens: 21, completion_tokens: WORDS.length, total_tokens: 21 + WORDS.length };
}

function refuse(
  response: ServerResponse,
  status: number,
  type: string,
  code: string | null,
  message: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { message, type, param: null, code } }));
}
