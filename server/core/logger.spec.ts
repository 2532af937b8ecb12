import { Logger } from '@nestjs/common';
import { AppLogger } from './logger.js';

function logger(format: 'json' | 'text', level: 'info' | 'error' = 'info') {
  const lines: string[] = [];
  const written = new AppLogger({ LOG_LEVEL: level, LOG_FORMAT: format }, (line) => void lines.push(line));
  return { written, lines };
}

test('a line is one JSON object with time, level, process, context and request id', () => {
  const { written, lines } = logger('json');
  written.warn({ requestId: '2026', message: 'channel 3 failed' }, 'Relay');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/\n$/);
  expect(JSON.parse(lines[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    level: 'warn',
    pid: process.pid,
    context: 'Relay',
    requestId: '2026',
    msg: 'channel 3 failed',
  });
});

test('calls of Nest’s Logger carry their context and the stack of an error', () => {
  const { written, lines } = logger('json');
  Logger.overrideLogger(written);
  try {
    const nest = new Logger('Mail');
    nest.log('sent');
    nest.error('not sent', 'Error: not sent\n    at somewhere');
    nest.error(Object.assign(new Error('no such row'), { parameters: ['hush'] }));
  } finally {
    Logger.overrideLogger(true);
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'info', context: 'Mail', msg: 'sent' },
    { level: 'error', context: 'Mail', msg: 'not sent', stack: 'Error: not sent\n    at somewhere' },
    { level: 'error', context: 'Mail', msg: 'no such row', stack: expect.stringContaining('no such row') },
  ]);
  expect(lines.join()).not.toContain('hush');
});

test('secrets in logged objects are replaced', () => {
  const { written, lines } = logger('json');
  const headers = { authorization: 'Bearer hush', cookie: 'session=hush', accept: '*/*' };
  written.log({ message: 'sent', headers, channel: { setting: { key: 'hush' }, id: 3 }, password: 'hush' });
  expect(lines[0]).not.toContain('hush');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    headers: { accept: '*/*', authorization: '***' },
    channel: { id: 3, setting: { key: '***' } },
    password: '***',
  });
});

test('levels below LOG_LEVEL and Nest’s wiring messages are left out', () => {
  const { written, lines } = logger('json', 'error');
  written.warn('a warning');
  written.error('an error');
  expect(lines).toHaveLength(1);
  const wiring = logger('json');
  wiring.written.log('Mapped {/api/status, GET} route', 'RouterExplorer');
  wiring.written.setLogLevels(['error', 'warn']);
  wiring.written.log('started', 'Server');
  expect(wiring.lines).toEqual([]);
});

test('as text a line has the same content in the order people read', () => {
  const { written, lines } = logger('text');
  written.error({ requestId: '2026', message: 'failed', route: 'GET /x', stack: 'Error: failed' }, 'Http');
  expect(lines).toEqual([
    expect.stringMatching(
      /^[\d:.]{12} .*ERROR.* \[Http\] request 2026: failed \{"route":"GET \/x"\}\nError: failed\n$/,
    ),
  ]);
});
