import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type {
  OverviewPeriod,
  OverviewResponse,
  OwnOverviewResponse,
} from '../contract/resources/overview.js';
import { ApiError } from '../contract/errors/api-error.js';
import { Drain } from '../core/drain.js';
import { StillSignedIn } from '../core/http/access/still-signed-in.js';
import { Overview } from './overview.service.js';

/** Streams of one process, and of one account in it. */
export const MAX_STREAMS = 200;
export const MAX_STREAMS_OF_ACCOUNT = 10;
/** Bytes that wait for a viewer, beyond which the stream ends: it does not read. */
const MAX_WAITING_BYTES = 262_144;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Of nginx, which otherwise collects what it passes on.
  'x-accel-buffering': 'no',
} as const;
/** Also a heartbeat: proxies end connections without data. */
const UNCHANGED = 'event: unchanged\ndata: {}\n\n';

type Seen = OverviewResponse | OwnOverviewResponse;

interface Viewer {
  readonly request: FastifyRequest;
  readonly response: ServerResponse;
  readonly access: 'user' | 'admin';
  readonly userId: number;
}

/** All viewers of the same figures. */
interface Feed {
  readonly viewers: Set<Viewer>;
  readonly read: () => Promise<Seen>;
  /** The last event. */
  sent: string;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Overviews as server-sent events: every five seconds an event `overview` with the response of the route without `stream`, or
 * `unchanged`. The figures are read once for all viewers of a process, and only while there are any. A stream ends when its
 * session does, when the account loses its role, when the figures cannot be read, and when the server stops.
 */
@Injectable()
export class OverviewStreams {
  private readonly logger = new Logger('OverviewStreams');
  private readonly feeds = new Map<string, Feed>();
  /** Milliseconds between two events. */
  everyMs = 5000;

  constructor(
    private readonly overview: Overview,
    private readonly signedIn: StillSignedIn,
    private readonly drain: Drain,
  ) {
    drain.onBegin(() => this.closeAll());
  }

  /** @throws ApiError streams_full, event_stream_only, draining */
  openOfAll(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    period: OverviewPeriod,
  ): Promise<void> {
    const viewer = { request, access: 'admin', userId } as const;
    return this.open(reply, viewer, `all ${period}`, () => this.overview.ofAll(period));
  }

  /** @throws ApiError streams_full, event_stream_only, draining */
  openOwn(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: number,
    period: OverviewPeriod,
  ): Promise<void> {
    const viewer = { request, access: 'user', userId } as const;
    return this.open(reply, viewer, `${userId} ${period}`, () => this.overview.ofUser(userId, period));
  }

  private async open(
    reply: FastifyReply,
    of: Omit<Viewer, 'response'>,
    name: string,
    read: () => Promise<Seen>,
  ): Promise<void> {
    // Others would wait for an end that never comes.
    if (!of.request.headers.accept?.includes('text/event-stream')) throw new ApiError('event_stream_only');
    const all = [...this.feeds.values()].flatMap(({ viewers }) => [...viewers]);
    const own = all.filter(({ userId }) => userId === of.userId);
    if (all.length >= MAX_STREAMS || own.length >= MAX_STREAMS_OF_ACCOUNT) throw new ApiError('streams_full');
    const feed = this.feeds.get(name) ?? { viewers: new Set<Viewer>(), read, sent: '', timer: undefined };
    const viewer: Viewer = { ...of, response: reply.raw };
    // Counted before anything is awaited.
    this.feeds.set(name, feed);
    feed.viewers.add(viewer);
    reply.raw.once('close', () => this.leave(name, feed, viewer));
    try {
      const event = eventOf(await feed.read());
      if (reply.raw.destroyed) return;
      if (this.drain.draining) throw new ApiError('draining');
      reply.hijack();
      of.request.leaveDrain?.();
      reply.raw.writeHead(200, { ...headersOf(reply), ...HEADERS });
      this.send(viewer, event);
      // The next event is for all: this viewer may have newer figures than the others.
      feed.sent = '';
      feed.timer ??= this.next(name, feed);
    } catch (problem) {
      this.leave(name, feed, viewer);
      throw problem;
    }
  }

  private next(name: string, feed: Feed): NodeJS.Timeout {
    return setTimeout(() => {
      this.round(feed)
        .catch((problem: unknown) => {
          this.logger.warn(`overview not read: ${String(problem)}`);
          // The pages ask on their own, and show why there is no answer.
          for (const viewer of feed.viewers) this.end(viewer);
        })
        .finally(() => {
          feed.timer = feed.viewers.size > 0 ? this.next(name, feed) : undefined;
        });
    }, this.everyMs).unref();
  }

  private async round(feed: Feed): Promise<void> {
    for (const viewer of feed.viewers)
      if (!(await this.signedIn.mayUse(viewer.request, viewer.access))) this.end(viewer);
    const event = eventOf(await feed.read());
    const isNew = event !== feed.sent;
    feed.sent = event;
    for (const viewer of feed.viewers) this.send(viewer, isNew ? event : UNCHANGED);
  }

  private send({ response }: Viewer, event: string): void {
    if (!response.headersSent || response.writableEnded) return;
    if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
    else response.write(event);
  }

  private leave(name: string, feed: Feed, viewer: Viewer): void {
    feed.viewers.delete(viewer);
    if (feed.viewers.size > 0 || this.feeds.get(name) !== feed) return;
    clearTimeout(feed.timer);
    this.feeds.delete(name);
  }

  private closeAll(): void {
    for (const { viewers } of this.feeds.values()) for (const viewer of viewers) this.end(viewer);
  }

  /** A viewer that has no figures yet gets them, or an error, from `open`. */
  private end({ response }: Viewer): void {
    if (response.headersSent) response.end();
  }
}

/** JSON has no line breaks. */
function eventOf(seen: Seen): string {
  return `event: overview\ndata: ${JSON.stringify(seen)}\n\n`;
}

/** What hooks have set. */
function headersOf(reply: FastifyReply): Record<string, string> {
  const set = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
