import { keyOf } from '../pipeline/authenticate.js';
import { answerError } from '../pipeline/client/finish.js';
import type { Exchange } from '../pipeline/request-scope.js';
import type { RelayServices } from '../relay-services.js';
import { countBody } from './body-memory.js';
import { decoded } from './body.js';
import { recordRefusal } from './refused-request.js';

/** Serves a request whose body has arrived. */
export function serveExchange(
  services: RelayServices,
  exchange: Exchange,
  handle: (exchange: Exchange) => Promise<void>,
): void {
  const { request, response, requestId } = exchange;
  countBody(exchange.body.length);
  services.drain.enter();
  response.on('close', services.drain.leave);
  // Close the connection, so that the client's next request goes to a process that is not shutting down.
  if (services.drain.leaving) response.shouldKeepAlive = false;
  // Already parsed into `headers`; frees the memory while the response runs.
  request.rawHeaders.length = 0;
  const stopped = (defect: unknown) => {
    services.report(defect, requestId);
    response.destroy();
  };
  services.queue.add(() => {
    // The client has left while the request waited.
    if (response.destroyed) return;
    try {
      run(exchange, services, handle).catch(stopped);
    } catch (defect) {
      stopped(defect);
    }
  });
}

/** Not async: an async frame would stay in memory as long as the response runs. */
function run(
  exchange: Exchange,
  services: RelayServices,
  handle: (exchange: Exchange) => Promise<void>,
): Promise<void> {
  const encoding = exchange.request.headers['content-encoding'];
  if (encoding && !exchange.form) return runDecoded(exchange, services, handle, encoding);
  return handle(exchange);
}

async function runDecoded(
  exchange: Exchange,
  services: RelayServices,
  handle: (exchange: Exchange) => Promise<void>,
  encoding: string,
): Promise<void> {
  let body: Buffer;
  try {
    body = await decoded(exchange.body, encoding, services.bodyLimit);
  } catch (problem) {
    recordRefusal(services, exchange, keyOf(exchange.request.headers, exchange.path), problem);
    return answerError(exchange, problem);
  }
  return handle({ ...exchange, body });
}
