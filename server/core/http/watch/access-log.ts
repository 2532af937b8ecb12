import { Logger } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { LogEntry } from '../../logger.js';

/** Whose request it is, as far as that is known. */
export interface RequestOwner {
  readonly userId?: number;
  readonly tokenId?: number;
  readonly tokenName?: string;
}

/** A request that is being served. */
export interface Served {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly clientIp: string;
  /** `performance.now()` */
  readonly startedAt: number;
  readonly socket: Socket;
  /** Bytes that the connection had sent before this request. */
  readonly sentBefore: number;
}

/**
 * One line for each request, of the level `info`. It has the route and not the path, which may hold keys and names; nothing of
 * headers and bodies.
 */
export class AccessLog {
  private readonly logger = new Logger('Access');

  write(served: Served, route: string, status: number, owner: RequestOwner): void {
    const { request, response, requestId, clientIp, startedAt, socket, sentBefore } = served;
    const { method = '' } = request;
    this.logger.log({
      requestId,
      message: `${method} ${route} ${status}`,
      method,
      route,
      status,
      durationMs: Math.round(performance.now() - startedAt),
      bytes: Math.max(0, socket.bytesWritten - sentBefore),
      clientIp,
      ...owner,
      // The client, or this server, closed the connection before the end of the response.
      ...(!response.writableFinished && status !== 101 && { aborted: true }),
    } satisfies LogEntry);
  }
}
