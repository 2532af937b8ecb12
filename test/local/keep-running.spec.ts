import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeptRunning } from '../../scripts/keep-running.mjs';
import { until } from '../setup/until.js';

const printed: string[] = [];

/** @param code prints a line when it has started */
function kept(code: string): KeptRunning {
  return new KeptRunning({
    name: 'program',
    launch: () => spawn(process.execPath, ['-e', code]),
    ready: async (child) => void (await Promise.race([once(child.stdout!, 'data'), ended(child)])),
    ending: { signal: 'SIGTERM', patienceMs: 300, last: 'SIGKILL' },
    report: (line) => printed.push(line),
    delaysMs: [20, 30],
  });
}

async function ended(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('ended');
}

test('a program that dies is started again, one that is stopped is not', async () => {
  const program = kept("setInterval(() => undefined, 1000); console.log('up')");
  await program.start();
  const before = program.recorded;
  process.kill(before!.pid, 'SIGKILL');
  await until(() => program.recorded !== undefined && program.recorded.pid !== before!.pid);
  expect(printed).toEqual(['program ended (SIGKILL), starting it again in 0.02 s']);
  await program.stop();
  await sleep(200);
  expect(program.recorded).toBeUndefined();
});

test('one that does not listen is ended all the same', async () => {
  const program = kept(
    "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log('up')",
  );
  await program.start();
  const begun = Date.now();
  await program.stop();
  expect(Date.now() - begun).toBeGreaterThan(250);
  expect(program.recorded).toBeUndefined();
});

test('one that never lasts is given up, with its last words', async () => {
  const program = kept("process.stdout.write('up', () => process.exit(3))");
  await program.start();
  expect(await program.givenUp).toBe('program ended 3 times in a row (exit code 3)');
});
