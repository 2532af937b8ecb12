import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../setup/until.js';

/** How long a client waits for an answer, milliseconds. */
const PATIENCE_MS = 60_000;
/** Between two requests of one client; after a broken connection a little longer. */
const PAUSE_MS = { answered: 10, broken: 100 };

/** What one client asked and what it saw. */
export interface Seen {
  readonly key: string;
  readonly sentAt: number;
  /** undefined: no answer came. */
  status: number | undefined;
  requestId: string | undefined;
  /** Did the answer come to its proper end? */
  whole: boolean;
  text: string;
  retryAfter: string | undefined;
  endedAt: number;
}

/** A way of asking, and what a whole answer to it ends with. */
export interface ClientRequest {
  readonly path: string;
  readonly body: object;
  /** How it ends, or a part of it that only a whole answer has. */
  readonly end: string | RegExp;
}

const question = (model: string, stream: boolean) => ({
  model,
  stream,
  max_tokens: 40,
  messages: [{ role: 'user', content: 'hello' }],
});

/** A model of its own, so that the upstream can be made slow for it. */
export const SLOW_MODEL = 'gpt-4o-2024-08-06';

/** Each costs the same: see `CHARGE`. */
export const criteria = {
  json: { path: '/v1/chat/completions', body: question('gpt-4o', false), end: '}' },
  stream: { path: '/v1/chat/completions', body: question('gpt-4o', true), end: 'data: [DONE]\n\n' },
  translated: {
    path: '/v1/messages',
    body: question('gpt-4o', true),
    end: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  },
  slow: { path: '/v1/chat/completions', body: question(SLOW_MODEL, true), end: 'data: [DONE]\n\n' },
} as const satisfies Record<string, ClientRequest>;

/** Quota of one answer of the scripted upstream: (12 input + 7 output × 4) × 1.25. Less than is held for it. */
export const CHARGE = 50;

/** People with API keys. They remember everything they saw. */
export class Clients {
  readonly seen: Seen[] = [];
  private stopping = false;
  private loops: Promise<void>[] = [];

  constructor(private readonly url: string) {}

  /** One request. Never rejects: a broken connection is something a client sees too. */
  async ask(key: string, request: ClientRequest): Promise<Seen> {
    const seen: Seen = {
      key,
      sentAt: Date.now(),
      status: undefined,
      requestId: undefined,
      whole: false,
      text: '',
      retryAfter: undefined,
      endedAt: 0,
    };
    this.seen.push(seen);
    try {
      const response = await fetch(this.url + request.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify(request.body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      seen.status = response.status;
      seen.requestId = response.headers.get('x-oneapi-request-id') ?? undefined;
      seen.retryAfter = response.headers.get('retry-after') ?? undefined;
      seen.text = await response.text();
      seen.whole = response.status === 200 && isWhole(seen.text, request.end);
    } catch (error) {
      seen.text = String(error);
    }
    seen.endedAt = Date.now();
    return seen;
  }

  /**
   * `count` clients who ask one thing after the other, by turns with every key, until `stop`.
   * @param requests what they ask, by turns
   * @param pauseMs between two requests of a client
   */
  start(
    count: number,
    keys: readonly string[],
    requests: readonly ClientRequest[] = [criteria.json, criteria.stream, criteria.translated],
    pauseMs = PAUSE_MS.answered,
  ): void {
    this.stopping = false;
    let turn = 0;
    const loop = async () => {
      while (!this.stopping) {
        const mine = turn++;
        const { status } = await this.ask(
          keys[mine % keys.length]!,
          requests[Math.floor(mine / keys.length) % requests.length]!,
        );
        await sleep(status === undefined ? Math.max(PAUSE_MS.broken, pauseMs) : pauseMs);
      }
    };
    this.loops = Array.from({ length: count }, loop);
  }

  /** Waits until that many more requests, asked from now on, have been answered with 200 by its proper end. */
  async served(count: number): Promise<void> {
    const since = Date.now();
    const answers = () => this.counts(since)['200'] ?? 0;
    await until(
      () => answers() >= count,
      () => `${count} answers instead of ${answers()}`,
    );
  }

  /** Waits for the answers under way. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
    this.loops = [];
  }

  /** Answers by status (or 'broken'), of requests asked since then (Unix milliseconds). */
  counts(since = 0): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { status, whole, sentAt } of this.seen) {
      if (sentAt < since) continue;
      const name = status === undefined || (status === 200 && !whole) ? 'broken' : String(status);
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }
}

function isWhole(text: string, end: ClientRequest['end']): boolean {
  return typeof end === 'string' ? text.endsWith(end) : end.test(text);
}
