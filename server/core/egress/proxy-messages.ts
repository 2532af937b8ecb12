import type { Socket } from 'node:net';

/** A proxy was reached, and opened no tunnel. The request was not sent. */
export class ProxyFailed extends Error {
  constructor(
    readonly code: `EPROXY_${string}`,
    message: string,
  ) {
    super(message);
  }
}

/** Maximum bytes of one message of a proxy. */
const MAX_BYTES = 16 * 1024;

/**
 * Reads one message of a proxy; the bytes that follow it stay in the socket.
 * @param lengthOf the length of the message that begins with these bytes; undefined = not known yet
 * @throws ProxyFailed if the connection ends before, or the message is too long; what `lengthOf` throws
 */
export function receiveMessage(
  socket: Socket,
  lengthOf: (received: Buffer) => number | undefined,
): Promise<Buffer> {
  let received = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.off('readable', read).off('end', closed).off('close', closed).off('error', closed);
    };
    const fail = (problem: Error) => {
      stop();
      reject(problem);
    };
    const closed = () => fail(new ProxyFailed('EPROXY_CLOSED', 'the proxy closed the connection'));
    const take = (chunk: Buffer): boolean => {
      received = Buffer.concat([received, chunk]);
      const length = lengthOf(received);
      if (length === undefined || length > received.length) {
        if (received.length > MAX_BYTES)
          throw new ProxyFailed('EPROXY_ANSWER', `the proxy answered with more than ${MAX_BYTES} bytes`);
        return false;
      }
      stop();
      if (length < received.length) socket.unshift(received.subarray(length));
      resolve(received.subarray(0, length));
      return true;
    };
    const read = () => {
      try {
        for (;;) {
          const chunk = socket.read() as Buffer | null;
          if (chunk === null || take(chunk)) return;
        }
      } catch (problem) {
        fail(problem as Error);
      }
    };
    if (socket.destroyed || socket.readableEnded) return closed();
    socket.on('readable', read).on('end', closed).on('close', closed).on('error', closed);
    read();
  });
}
