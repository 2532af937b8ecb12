import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

/** A message of the protocol of Postgres: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function protocolMessage(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** A server that admits every client as Postgres does, and answers every query with one row. */
export async function fakePostgres(row: Readonly<Record<string, string>>): Promise<Server> {
  const text = 25;
  const ready = protocolMessage('Z', Buffer.from('I'));
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(text),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([protocolMessage('R', int32(0)), ready]));
      socket.on('data', () =>
        socket.write(
          Buffer.concat([
            protocolMessage('T', int16(columns.length), ...columns),
            protocolMessage('D', int16(values.length), ...values),
            protocolMessage('C', Buffer.from('SELECT 1\0')),
            ready,
          ]),
        ),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A server that answers every command of a client of Redis with the same text. */
export async function fakeRedis(answer: string): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const _ of chunk.toString().matchAll(/^\*\d+\r$/gm)) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
