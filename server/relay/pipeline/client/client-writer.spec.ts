import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { OpenCall } from '../../upstream/client.js';
import { ClientWriter } from './client-writer.js';
import type { RequestScope } from '../request-scope.js';
import { StreamBody } from './stream-body.js';

/** A client that reads nothing until `drain` is emitted. */
class SlowClient extends EventEmitter {
  readonly written: string[] = [];
  write(bytes: string): boolean {
    this.written.push(bytes);
    return false;
  }
  destroy(): void {
    throw new Error('the client was disconnected');
  }
}

let client: SlowClient;
let calls: string[];
let writer: ClientWriter;

beforeEach(() => {
  client = new SlowClient();
  calls = [];
  const body = new StreamBody(client as unknown as ServerResponse);
  const scope = { exchange: { response: client }, body, clientGone: false } as unknown as RequestScope;
  const upstream = { pause: () => calls.push('pause'), resume: () => calls.push('resume') };
  writer = new ClientWriter(scope, upstream as unknown as OpenCall);
});
afterEach(() => writer.stop());

test('the upstream is paused while the client does not read', () => {
  writer.write('a');
  writer.write('b');
  expect([calls, writer.isPaused]).toEqual([['pause'], true]);
  client.emit('drain');
  expect([calls, writer.isPaused]).toEqual([['pause', 'resume'], false]);
  writer.write('c');
  expect([calls, writer.isPaused]).toEqual([['pause', 'resume', 'pause'], true]);
});

test('the last frames of a stopped response start no time limit for a client that does not read', () => {
  writer.write('a');
  writer.stop();
  writer.write('the error event');
  expect(client.written).toEqual(['a', 'the error event']);
  expect([calls, writer.isPaused, client.listenerCount('drain')]).toEqual([['pause'], false, 1]);
});

test('nor do they for a client that stops reading with them', () => {
  writer.stop();
  writer.write('the error event');
  expect([calls, writer.isPaused, client.listenerCount('drain')]).toEqual([[], false, 0]);
});

test('a client that reads on after the response was stopped resumes nothing', () => {
  writer.write('a');
  writer.stop();
  client.emit('drain');
  expect(calls).toEqual(['pause']);
});
