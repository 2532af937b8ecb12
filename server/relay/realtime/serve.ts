import type { WebSocket } from 'ws';
import { ApiError } from '../../contract/errors/api-error.js';
import { AttemptHistory } from '../pipeline/attempt/attempt-history.js';
import { failed, isDefect } from '../pipeline/attempt/attempt-result.js';
import { identify, keyOf, type Arrival } from '../pipeline/authenticate.js';
import { answerError } from '../pipeline/client/finish.js';
import { attemptInGroups, type Served } from '../pipeline/attempt/next-group.js';
import { plan, rightsOf } from '../pipeline/plan/plan.js';
import { NO_PREVIOUS_RESPONSE } from '../pipeline/plan/previous-response.js';
import { RequestScope, type Exchange } from '../pipeline/request-scope.js';
import { reserve } from '../pipeline/reserve/reserve.js';
import type { ParsedRequest, Planned, Reserved } from '../pipeline/stages.js';
import type { ReadRequest } from '../../dialects/protocols/protocol.js';
import type { RelayServices } from '../relay-services.js';
import type { Admitted } from '../routing/admission.js';
import { SessionBill } from './session-billing.js';
import type { WebSocketGateway } from './websocket-gateway.js';
import { errorEvent } from './error-event.js';
import { opener, type OpenUpstream } from './open.js';
import { EventScreen } from './event-screen.js';
import { PromptScreen } from './prompt-check.js';
import { Pump } from './pump.js';
import { RealtimeSession, type SessionEnd } from './session.js';
import { recordSessionFailure } from './session-failure.js';
import { SessionModels } from './session-models.js';
import { recordRefusal } from '../http/refused-request.js';
import { countFailures, countRequest } from '../pipeline/count-request.js';
import { recordFailure } from '../pipeline/failed-request.js';
import { RELEASED } from '../pipeline/settle/settle.js';
import { SessionTranscripts } from './session-transcripts.js';
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

const UNOPENED = { outcome: undefined, problem: undefined, isAnswered: false } as const;

/** A session whose caller may use its model; nothing is held for it yet. */
interface SessionRequest {
  readonly planned: Planned;
  readonly offered: Offered;
}

/**
 * Serves a realtime session from handshake to settlement. Problems before the session is admitted are HTTP errors; later
 * ones are one `error` event followed by a close.
 */
export async function serveRealtime(
  exchange: Exchange,
  webSockets: WebSocketGateway,
  services: RelayServices,
): Promise<void> {
  const scope = new RequestScope(exchange);
  let session: SessionRequest;
  try {
    session = await authenticate(scope, services);
  } catch (problem) {
    report(problem, exchange, services);
    recordRefusal(services, exchange, presentedKey(exchange), problem);
    return answerError(exchange, problem);
  }
  if (services.tracer) {
    scope.trace = services.tracer.begin(session.planned, 'realtime');
    scope.trace.parsed(session.planned);
  }
  const lease = await takeLease(session.planned, services);
  if (lease === 'full') {
    const limits = { limit: services.sessionsPerUser };
    const problem = new ApiError('sessions_full', limits, { retryAfterSeconds: RETRY_SECONDS });
    recordFailure(services, session.planned, problem);
    answerError(exchange, problem);
    return scope.trace?.rejected(session.planned, problem);
  }
  try {
    const client = await webSockets.accept(exchange.request, exchange.response);
    if (!client) return scope.trace?.ended({ ...UNOPENED, ending: 'cut-by-client' }, RELEASED);
    client.once('close', () => scope.disconnect());
    await serveClient(session, client, services);
  } catch (defect) {
    scope.trace?.rejected(session.planned, defect);
    throw defect;
  } finally {
    if (lease) services.admission.leave(lease, 0, 0);
  }
}

/** Checks key, model, group, price and channels: everything that does not touch the ledger. @throws ApiError */
async function authenticate(scope: RequestScope, services: RelayServices): Promise<SessionRequest> {
  const { exchange } = scope;
  if (services.drain.draining) throw new ApiError('draining', {}, { retryAfterSeconds: 1 });
  const offered = readOffered(exchange.request.headers['sec-websocket-protocol']);
  const caller = await identify(
    keyOfRequest(exchange, offered.key),
    arrivalAt(exchange.startedAt, exchange),
    services.tokens,
  );
  const request: ParsedRequest = {
    scope,
    exchange,
    caller,
    params: readQuery(exchange.path),
    operation: undefined,
    body: exchange.body,
    previous: NO_PREVIOUS_RESPONSE,
  };
  return { planned: plan(request, services), offered };
}

/** Takes a lease for one more session of this user, counted across all processes. */
async function takeLease(
  { caller, exchange }: Planned,
  { admission, sessionsPerUser }: RelayServices,
): Promise<Admitted | 'full' | undefined> {
  if (sessionsPerUser === 0) return undefined;
  return admission.enterSession(exchange.requestId, caller.token.user.id, sessionsPerUser);
}

/** @param at Unix milliseconds */
function arrivalAt(at: number, { request, clientIp }: Exchange): Arrival {
  return { at, clientIp, userAgent: request.headers['user-agent'], scope: 'realtime' };
}

function presentedKey(exchange: Exchange): string {
  return keyOfRequest(exchange, readOffered(exchange.request.headers['sec-websocket-protocol']).key);
}

/** The key from the subprotocols, where browsers send it, else from a header. */
function keyOfRequest({ request, path }: Exchange, offered: string): string {
  return offered || keyOf(request.headers, path);
}

/** @throws ApiError 400 */
function readQuery(path: string): ReadRequest {
  const model = new URL(path, 'http://localhost').searchParams.get('model');
  if (!model) throw new ApiError('invalid_text_request', { detail: 'model is required' });
  return { model, stream: true, maxTokens: undefined, includeUsage: false };
}

async function serveClient(
  session: SessionRequest,
  client: WebSocket,
  services: RelayServices,
): Promise<void> {
  const { exchange, scope } = session.planned;
  // Queues the client's messages while the upstream is opened, and pauses the client if they are many.
  const fromClient = new Pump(client);
  const history = new AttemptHistory();
  let request: Reserved;
  try {
    scope.trace?.holding();
    request = await reserve(session.planned, services.ledger, services.settings.current);
    scope.trace?.held(request.hold);
  } catch (problem) {
    report(problem, exchange, services);
    scope.trace?.rejected(session.planned, problem);
    recordFailure(services, session.planned, problem);
    return closeWithError(exchange, client, { problem });
  }
  const { request: served, result } = await openUpstream(request, history, session.offered, services);
  if (result.kind !== 'answered') {
    await services.ledger.release(request.hold);
    const { kind } = result;
    const problem = kind === 'failed' ? result.problem : undefined;
    const ending = kind === 'failed' ? 'failed-before-bytes' : 'cut-by-client';
    const answer = { ...UNOPENED, ending, problem } as const;
    countRequest(services.statistics, served, history, answer, RELEASED);
    scope.trace?.ended(answer, RELEASED);
    if (kind !== 'failed') return;
    recordFailure(services, served, result.problem, history);
    return closeWithError(exchange, client, { problem: result.problem });
  }
  countFailures(services.statistics, served.plan.model, history);
  const { answer: upstream, admitted } = result;
  const bill = new SessionBill({ request: served, history, outcome: upstream.outcome }, services);
  try {
    const begunAt = performance.now();
    const ends = { client, fromClient, upstream, bill };
    const { problem, ending = 'cut-by-upstream' } = await serveSession(
      { ...session, planned: served },
      ends,
      services,
    );
    scope.trace?.ended({ ending, problem, outcome: undefined }, { ...RELEASED, ...bill.traced });
    recordSessionFailure(services, served, upstream, { problem, history, begunAt });
  } finally {
    // Always release the admission: a slot that is not released stays taken for two hours.
    if (admitted) services.admission.leave(admitted, bill.used.tokens, bill.used.quota);
  }
}

/** Tries channel after channel until one opens the session. */
async function openUpstream(
  request: Reserved,
  history: AttemptHistory,
  { key, subprotocols }: Offered,
  services: RelayServices,
): Promise<Served<OpenUpstream>> {
  try {
    return await attemptInGroups(
      request,
      history,
      services,
      opener(services.sockets, key ? subprotocols : []),
    );
  } catch (defect) {
    services.report(defect, request.exchange.requestId);
    return { request, result: failed(defect) };
  }
}

/** An open session whose access is checked again, with the models that its client has named since. */
interface OpenRequest extends SessionRequest {
  readonly models: SessionModels;
}

/** Both sides of an open session, and its bill. */
interface SessionEnds {
  readonly client: WebSocket;
  readonly fromClient: Pump;
  readonly upstream: OpenUpstream;
  readonly bill: SessionBill;
}

async function serveSession(
  request: SessionRequest,
  { client, fromClient, upstream, bill }: SessionEnds,
  services: RelayServices,
): Promise<SessionEnd> {
  const { exchange } = request.planned;
  const { socket } = upstream;
  const models = new SessionModels(request.planned, upstream.channel, services);
  const words = new PromptScreen(exchange, services.settings, services.warn);
  const session = new RealtimeSession(
    client,
    fromClient,
    upstream,
    bill,
    new EventScreen(exchange, words, models),
    new SessionTranscripts(upstream.codec, bill, models),
    services.times.idleMs,
    (problem) => report(problem, exchange, services),
  );
  const end = await untilEnd(session, { ...request, models }, [client, socket], services);
  closeWithError(exchange, client, end);
  socket.close(NORMAL);
  setTimeout(() => socket.terminate(), CLOSE_MS).unref();
  return end;
}

async function untilEnd(
  session: RealtimeSession,
  request: OpenRequest,
  ends: readonly WebSocket[],
  services: RelayServices,
): Promise<SessionEnd> {
  const stopWatching = watchSession(ends, {
    idle: () => session.retire(new ApiError('session_idle')),
    expired: () => session.retire(new ApiError('session_expired', { minutes: MAX_MINUTES })),
  });
  let stopChecking = () => {};
  const stopListening = services.drain.onBegin(() => session.retire(new ApiError('draining')));
  try {
    session.start();
    if (services.drain.draining) session.retire(new ApiError('draining'));
    stopChecking = services.access.watch({
      userId: request.planned.caller.token.user.id,
      check: () => checkAccess(request, services),
      dismiss: (reason) => session.dismiss(reason),
    });
    return await session.ended;
  } finally {
    stopChecking();
    stopWatching();
    stopListening();
  }
}

/** Checks whether the caller would still be admitted. @throws ApiError */
async function checkAccess(
  { planned, offered, models }: OpenRequest,
  services: RelayServices,
): Promise<void> {
  const { exchange, params } = planned;
  const { token } = await identify(
    keyOfRequest(exchange, offered.key),
    arrivalAt(Date.now(), exchange),
    services.tokens,
  );
  rightsOf(token, params.model, services.settings.current);
  models.check(token);
  if (token.user.quota <= 0) throw new ApiError('user_quota_empty');
}

/** Sends one error event for a problem and closes; without a problem closes with the provider's code and reason. */
function closeWithError(exchange: Exchange, client: WebSocket, { problem, code, reason }: SessionEnd): void {
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

function report(problem: unknown, { requestId }: Exchange, services: RelayServices): void {
  if (isDefect(problem)) services.report(problem, requestId);
}
