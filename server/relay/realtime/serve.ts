import type { WebSocket } from 'ws';
import { ApiError } from '../../contract/errors/api-error.js';
import { UpstreamError } from '../../dialects/canonical/failure.js';
import { attempt } from '../pipeline/attempt.js';
import { identify, keyOf } from '../pipeline/authenticate.js';
import { known, RelayContext, type Exchange } from '../pipeline/context.js';
import { answerError } from '../pipeline/finish.js';
import { plan, rightsOf } from '../pipeline/plan.js';
import { reserve } from '../pipeline/reserve.js';
import { settle } from '../pipeline/settle.js';
import type { ReadRequest } from '../../dialects/protocols/protocol.js';
import type { RelayServices } from '../relay-services.js';
import type { Admitted } from '../routing/admission.js';
import { SessionBill } from './session-billing.js';
import type { WebSocketGateway } from './websocket-gateway.js';
import { errorEvent } from './error-event.js';
import { opener, type OpenUpstream } from './open.js';
import { PromptScreen } from './prompt-check.js';
import { Pump } from './pump.js';
import { RealtimeSession, type SessionEnd } from './session.js';
import { readOffered, type Offered } from './subprotocols.js';
import { MAX_MINUTES, watchSession } from './connection-watch.js';

/** Milliseconds to wait for the provider's close frame. */
const CLOSE_MS = 800;
/** Retry-After of a client with too many sessions. */
const RETRY_SECONDS = 10;
const NORMAL = 1000;
const GOING_AWAY = 1001;
const POLICY = 1008;
const INTERNAL = 1011;

/**
 * Serves a realtime session from handshake to settlement. Problems before the session is admitted are HTTP errors; later
 * ones are one `error` event followed by a close.
 */
export async function serveRealtime(
  exchange: Exchange,
  door: WebSocketGateway,
  services: RelayServices,
): Promise<void> {
  const context = new RelayContext(exchange);
  const offered = readOffered(exchange.request.headers['sec-websocket-protocol']);
  try {
    await admit(context, offered, services);
  } catch (problem) {
    report(problem, context, services);
    return answerError(exchange, problem);
  }
  const lease = await enter(context, services);
  if (lease === 'full')
    return answerError(
      exchange,
      new ApiError(
        'sessions_full',
        { limit: services.sessionsPerUser },
        { retryAfterSeconds: RETRY_SECONDS },
      ),
    );
  try {
    const client = await door.accept(exchange.request, exchange.response);
    if (!client) return;
    client.once('close', () => context.leave());
    await serveClient(context, client, offered, services);
  } finally {
    if (lease) services.admission.leave(lease, 0, 0);
  }
}

/** Takes a lease for one more session of this user, counted across all processes. */
async function enter(
  { caller, exchange }: RelayContext,
  { admission, sessionsPerUser }: RelayServices,
): Promise<Admitted | 'full' | undefined> {
  if (sessionsPerUser === 0) return undefined;
  return admission.enterSession(exchange.requestId, known(caller).token.user.id, sessionsPerUser);
}

/** Checks key, model, group, price and channels: everything that does not touch the ledger. @throws ApiError */
async function admit(context: RelayContext, offered: Offered, services: RelayServices): Promise<void> {
  const { path, startedAt } = context.exchange;
  if (services.drain.draining) throw new ApiError('draining', {}, { retryAfterSeconds: 1 });
  context.caller = await identify(givenKey(context.exchange, offered.key), startedAt, services.tokens);
  context.read = readQuery(path);
  plan(context, services);
}

/** The key from the subprotocols, where browsers send it, else from a header. */
function givenKey({ request, path }: Exchange, offered: string): string {
  return offered || keyOf(request.headers, path);
}

/** @throws ApiError 400 */
function readQuery(path: string): ReadRequest {
  const model = new URL(path, 'http://localhost').searchParams.get('model');
  if (!model) throw new ApiError('invalid_text_request', { detail: 'model is required' });
  return { model, stream: true, maxTokens: undefined, includeUsage: false };
}

async function serveClient(
  context: RelayContext,
  client: WebSocket,
  offered: Offered,
  services: RelayServices,
): Promise<void> {
  let used: SessionBill['used'] | undefined;
  try {
    used = await serveOpen(context, client, offered, services);
  } finally {
    // Always release the admission: a slot that is not released stays taken for two hours.
    if (context.admitted) services.admission.leave(context.admitted, used?.tokens ?? 0, used?.quota ?? 0);
  }
}

/** @returns what the session used; undefined if it was not opened */
async function serveOpen(
  context: RelayContext,
  client: WebSocket,
  offered: Offered,
  services: RelayServices,
): Promise<SessionBill['used'] | undefined> {
  let upstream: OpenUpstream | undefined;
  // Queues the client's messages while the upstream is opened, and pauses the client if they are many.
  const fromClient = new Pump(client);
  try {
    await reserve(context, services.ledger, services.settings);
    await attempt(
      context,
      services,
      opener(services.sockets, offered.key ? offered.subprotocols : [], (open) => (upstream = open)),
    );
  } catch (problem) {
    context.fail(problem);
    report(problem, context, services);
  }
  if (!upstream) {
    await settle(context, services.ledger, services.settings.current);
    if (context.problem !== undefined) closeWithError(context, client, { problem: context.problem });
    return undefined;
  }
  const { socket } = upstream;
  const bill = new SessionBill(context, services);
  const screen = new PromptScreen(context.exchange, services.settings, services.note);
  const session = new RealtimeSession(
    client,
    fromClient,
    upstream,
    bill,
    screen,
    services.times.idleMs,
    (problem) => report(problem, context, services),
  );
  const end = await live(session, context, offered, [client, socket], services);
  closeWithError(context, client, end);
  socket.close(NORMAL);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  return bill.used;
}

async function live(
  session: RealtimeSession,
  context: RelayContext,
  offered: Offered,
  ends: readonly WebSocket[],
  services: RelayServices,
): Promise<SessionEnd> {
  const stopWatching = watchSession(ends, {
    idle: () => session.retire(new ApiError('session_idle')),
    expired: () => session.retire(new ApiError('session_expired', { minutes: MAX_MINUTES })),
  });
  let stopAsking = () => {};
  const stopListening = services.drain.onBegin(() => session.retire(new ApiError('draining')));
  try {
    session.start();
    if (services.drain.draining) session.retire(new ApiError('draining'));
    stopAsking = services.access.watch({
      userId: known(context.caller).token.user.id,
      check: () => checkAgain(context, offered, services),
      dismiss: (reason) => session.dismiss(reason),
    });
    return await session.ended;
  } finally {
    stopAsking();
    stopWatching();
    stopListening();
  }
}

/** Checks whether the caller would still be admitted. @throws ApiError */
async function checkAgain(
  { exchange, read }: RelayContext,
  { key }: Offered,
  services: RelayServices,
): Promise<void> {
  const { token } = await identify(givenKey(exchange, key), Date.now(), services.tokens);
  rightsOf(token, known(read).model, exchange.clientIp, services.settings.current);
  if (token.user.quota <= 0) throw new ApiError('user_quota_empty');
}

/** Sends one error event for a problem and closes; without a problem closes with the provider's code and reason. */
function closeWithError(
  { exchange }: RelayContext,
  client: WebSocket,
  { problem, code, reason }: SessionEnd,
): void {
  if (client.readyState !== client.OPEN) return;
  if (problem === undefined) return client.close(sendable(code), reason);
  client.send(errorEvent(exchange, problem));
  client.close(closingCode(problem));
}

function closingCode(problem: unknown): number {
  if (!(problem instanceof ApiError)) return INTERNAL;
  if (problem.code === 'draining') return GOING_AWAY;
  return problem.status >= 500 ? INTERNAL : POLICY;
}

/** Reserved codes such as 1005 and 1006 must not be sent (RFC 6455, 7.4). */
function sendable(code = NORMAL): number {
  const isOwn = code >= 3000 && code <= 4999;
  return isOwn || (code >= NORMAL && code <= 1014 && ![1004, 1005, 1006].includes(code)) ? code : NORMAL;
}

function report(problem: unknown, { exchange }: RelayContext, services: RelayServices): void {
  if (!(problem instanceof ApiError) && !(problem instanceof UpstreamError))
    services.report(problem, exchange.requestId);
}
