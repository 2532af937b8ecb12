import { Deadline } from '../../../core/deadline.js';
import type { UpstreamHeaders } from '../../../dialects/kit/provider.js';
import type { OpenCall } from '../../upstream/client.js';
import { ArrayFraming } from './array-framing.js';
import { stopEarlyHead } from './early-head.js';
import { pushChannelType, streamHeaders } from './headers.js';
import { Pings } from './pings.js';
import type { RequestScope } from '../request-scope.js';
import { StreamBody } from './stream-body.js';

/** Milliseconds. A client that reads nothing for this long is disconnected, so it cannot keep an upstream stream open. */
const WRITE_STALL_MS = 60_000;

/**
 * Sends the head of a response that is sent as it arrives.
 * @param upstream headers of the provider's response
 * @param contentType of bytes that are passed on; undefined for events
 * @param pingMs milliseconds of silence after which a stream of events gets a ping; undefined = none
 * @param channelType number of the channel's type, where the client is told
 */
export function sendHead(
  scope: RequestScope,
  upstream: UpstreamHeaders,
  contentType: string | undefined,
  pingMs: number | undefined,
  channelType?: number,
): void {
  const { response, requestId, protocol, path } = scope.exchange;
  scope.committed = true;
  stopEarlyHead(scope);
  if (protocol.asArray?.(path)) scope.array = new ArrayFraming();
  if (scope.clientGone) return;
  scope.pings?.stop();
  scope.pings = undefined;
  if (!scope.body) {
    const headers = streamHeaders(requestId, upstream, contentType ?? scope.array?.contentType);
    response.writeHead(200, channelType === undefined ? headers : pushChannelType(headers, channelType));
    scope.body = new StreamBody(response);
  }
  if (pingMs && !contentType && !scope.array) scope.pings = new Pings(scope.body, protocol.keepAlive, pingMs);
}

/** Sends the body of a response while it arrives; the upstream is paused while the client does not read. */
export class ClientWriter {
  private stalled: Deadline | undefined;
  private stopped = false;

  constructor(
    private readonly scope: RequestScope,
    private readonly upstream: OpenCall | undefined,
  ) {}

  /** Whether the upstream is paused because the client does not read. */
  get isPaused(): boolean {
    return this.stalled !== undefined;
  }

  write(bytes: Buffer | string): void {
    const { scope } = this;
    const { body } = scope;
    scope.pings?.restart();
    if (scope.clientGone || !body || body.write(scope.array?.events(bytes) ?? bytes)) return;
    if (this.stalled || this.stopped) return;
    const { response } = scope.exchange;
    this.upstream?.pause();
    this.stalled = new Deadline(WRITE_STALL_MS, () => response.destroy());
    body.onceDrained(() => {
      if (this.stopped) return;
      this.endStall();
      this.upstream?.resume();
    });
  }

  /**
   * The upstream call has ended. The last frames may still be written; the client has unlimited time to read what it was
   * sent.
   */
  stop(): void {
    this.stopped = true;
    this.endStall();
  }

  private endStall(): void {
    this.stalled?.stop();
    this.stalled = undefined;
  }
}
