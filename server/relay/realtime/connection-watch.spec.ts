import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { watchSession } from './connection-watch.js';

/** A minimal WebSocket with the members that the watch uses. */
class End extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  pings = 0;

  ping(): void {
    this.pings++;
  }

  terminate(): void {
    this.readyState = 3;
  }
}

let end: End;
let called: string[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  end = new End();
  called = [];
  stop = watchSession([end as unknown as WebSocket], {
    idle: () => called.push('idle'),
    expired: () => called.push('expired'),
  });
});

afterEach(() => {
  stop();
  jest.useRealTimers();
});

const answerPings = () => end.ping === End.prototype.ping && (end.ping = () => end.emit('pong'));

test('an end that answers pings stays', () => {
  answerPings();
  jest.advanceTimersByTime(300_000);
  expect(end.readyState).toBe(1);
});

test('an end that does not answer is gone by the next ping', () => {
  jest.advanceTimersByTime(30_000);
  expect(end.pings).toBe(1);
  jest.advanceTimersByTime(30_000);
  expect(end.readyState).toBe(3);
});

test('an end that is made to wait is not blamed for its silence', () => {
  end.isPaused = true;
  jest.advanceTimersByTime(120_000);
  expect(end.readyState).toBe(1);
});

test('a quarter of an hour without a message is idleness; a message ends it', () => {
  answerPings();
  jest.advanceTimersByTime(10 * 60_000);
  end.emit('message');
  jest.advanceTimersByTime(10 * 60_000);
  expect(called).toEqual([]);
  jest.advanceTimersByTime(5 * 60_000);
  expect(called).toEqual(['idle']);
});

test('an hour is the longest; a minute later it is over whatever is under way', () => {
  answerPings();
  const talk = setInterval(() => end.emit('message'), 60_000);
  jest.advanceTimersByTime(60 * 60_000);
  expect(called).toEqual(['expired']);
  expect(end.readyState).toBe(1);
  jest.advanceTimersByTime(60_000);
  expect(end.readyState).toBe(3);
  clearInterval(talk);
});
