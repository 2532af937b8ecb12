import { Deadline } from '../../core/deadline.js';
import type { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError, type UpstreamFailure } from '../../dialects/canonical/failure.js';
import type { UpstreamCall, UpstreamHeaders } from '../../dialects/kit/provider.js';
import type { AnswerSink, UpstreamClient } from './client.js';

const LIMITS = { headersMs: 10_000, idleMs: 10_000 };
/** Limit of the whole call. */
const TOTAL_MS = 60_000;
const MAX_BYTES = 5 * 1024 * 1024;

/** Reported when the caller aborts or the total limit expires. */
const ABANDONED: UpstreamFailure = {
  status: 504,
  message: 'the upstream did not answer in time',
  text: 'upstream_timeout',
  kind: 'upstream_error',
  code: 'upstream_timeout',
  retryable: true,
  disables: false,
};

export interface Reply {
  status: number;
  headers: UpstreamHeaders;
  text: string;
  /** Parsed JSON; undefined if the text is not JSON. */
  body: unknown;
}

/**
 * Makes one small provider call off the hot path: model lists, balances, token counts, tests.
 * @param timeoutMs limit until the status line and between chunks; the whole call may take a minute, or `timeoutMs` if that
 * is longer
 * @param signal aborts the call
 * @param maxBytes maximum size of the response
 * @throws UpstreamError when the connection fails or the response is larger; error statuses are returned
 */
export function ask(
  upstream: UpstreamClient,
  call: UpstreamCall,
  proxy: string | undefined,
  timeoutMs = LIMITS.headersMs,
  signal?: AbortSignal,
  maxBytes = MAX_BYTES,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const total = new Deadline(Math.max(TOTAL_MS, timeoutMs), () => giveUp());
    const sink = new Collector(
      (reply) => {
        total.stop();
        resolve(reply);
      },
      (problem) => {
        total.stop();
        reject(problem);
      },
      () => open.abort(),
      maxBytes,
    );
    const open = upstream.send(call, { headersMs: timeoutMs, idleMs: timeoutMs }, proxy, sink);
    const giveUp = () => {
      total.stop();
      open.abort();
      reject(new UpstreamError(ABANDONED));
    };
    if (!signal) return;
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

class Collector implements AnswerSink {
  private status = 0;
  private headers: UpstreamHeaders = {};
  private readonly pieces: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly resolve: (reply: Reply) => void,
    private readonly reject: (problem: UpstreamError | ApiError) => void,
    private readonly abort: () => void,
    private readonly maxBytes: number,
  ) {}

  head(status: number, headers: UpstreamHeaders): void {
    this.status = status;
    this.headers = headers;
  }

  data(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size <= this.maxBytes) {
      this.pieces.push(chunk);
      return;
    }
    this.abort();
    this.fail(
      new UpstreamError({
        status: 502,
        message: 'the answer is too large',
        text: 'upstream_too_large',
        kind: 'upstream_error',
        code: 'invalid_response',
        retryable: false,
        disables: false,
      }),
    );
  }

  end(): void {
    const text = Buffer.concat(this.pieces).toString('utf8');
    this.resolve({ status: this.status, headers: this.headers, text, body: json(text) });
  }

  fail(problem: UpstreamError | ApiError): void {
    this.reject(problem);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
