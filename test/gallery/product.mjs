import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 120_000;

/**
 * Starts the built product on an empty directory, as `npm start` does.
 *
 * @param port on the loopback interface
 * @returns its address, and what stops it and removes its directory
 * @throws Error if it ends, or does not answer within two minutes
 */
export async function startProduct(port) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'tollgate-gallery-'));
  const url = `http://127.0.0.1:${port}`;
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    // One visitor sees more pages in a minute than a person does.
    env: {
      ...process.env,
      PORT: String(port),
      TOLLGATE_DATA_DIR: directory,
      GLOBAL_API_RATE_LIMIT: '0',
      CRITICAL_RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const close = async () => {
    if (product.exitCode === null) {
      product.kill('SIGTERM');
      await once(product, 'exit');
    }
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    await ready(product, url);
  } catch (problem) {
    await close();
    throw problem;
  }
  return { url, close };
}

async function ready(product, url) {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(500)) {
    if (product.exitCode !== null) throw new Error('the product ended before it was ready');
    const answer = await fetch(`${url}/api/status`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the product was not ready in time');
}
