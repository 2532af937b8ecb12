import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { Camera, fileOf } from './camera.mjs';
import { addSampleData } from './sample-data.mjs';
import { allStyles, PAGES, STYLES, WIDTHS } from './pages.mjs';
import { SCENES } from './scenes.mjs';
import { startUpstream } from './upstream.mjs';

/**
 * `npm run gallery`: starts the product on an empty directory, fills it with sample data, and takes a screenshot of every page for people
 * with eyes, at four widths from desks to small phones, light and dark, Chinese and English. Look at gallery/index.html. With
 * `-- --all` also of what opens on the pages, what is refused and what fails, and of everything in each of the sixteen styles;
 * `--widths`, `--themes`, `--languages` and `--only` take fewer.
 */
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    out: { type: 'string', default: 'gallery' },
    /** Only pages whose names hold one of these, separated by commas. */
    only: { type: 'string', default: '' },
    /** Of everything with `--all`. Scenes press buttons by their Chinese and English names. */
    languages: { type: 'string', default: 'zh,en' },
    widths: { type: 'string', default: WIDTHS.join() },
    themes: { type: 'string', default: 'light,dark' },
    port: { type: 'string', default: '4280' },
  },
});
const READY_MS = 120_000;

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'tollgate-gallery-'));
const url = `http://127.0.0.1:${values.port}`;
const upstream = await startUpstream();
const product = spawn(process.execPath, ['scripts/start.mjs'], {
  // One visitor sees more pages in a minute than a person does.
  env: {
    ...process.env,
    PORT: values.port,
    TOLLGATE_DATA_DIR: directory,
    GLOBAL_API_RATE_LIMIT: '0',
    CRITICAL_RATE_LIMIT: '0',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
let browser;
try {
  await ready();
  const people = await addSampleData(url, upstream.url);
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  fs.rmSync(values.out, { recursive: true, force: true });
  fs.mkdirSync(values.out, { recursive: true });
  const pages = (values.all ? [...PAGES, ...SCENES] : PAGES).filter(({ name }) =>
    values.only.split(',').some((part) => name.includes(part)),
  );
  const languages = values.languages.split(',');
  const styles = (values.all ? allStyles(languages) : STYLES).filter(
    ({ width, theme, language }) =>
      values.widths.split(',').includes(width) &&
      values.themes.includes(theme) &&
      languages.includes(language),
  );
  const camera = new Camera({ browser, url, people, out: values.out });
  for (const style of styles) await camera.takeImages(pages, style);
  fs.writeFileSync(path.join(values.out, 'index.html'), indexOf(pages, styles));
  for (const each of camera.missed) console.error(`no screenshot: ${each}`);
  if (camera.missed.length > 0) process.exitCode = 1;
  console.log(
    `${pages.length * styles.length - camera.missed.length} screenshots: ${path.join(values.out, 'index.html')}`,
  );
} finally {
  await browser?.close();
  upstream.close();
  if (product.exitCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  fs.rmSync(directory, { recursive: true, force: true });
}

async function ready() {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(500)) {
    if (product.exitCode !== null) throw new Error('the product ended before it was ready');
    const answer = await fetch(`${url}/api/status`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the product was not ready in time');
}

function indexOf(pages, styles) {
  const rows = pages.map(
    (page) =>
      `<h2>${page.name}</h2><div>${styles.map((style) => `<a href="${fileOf(page, style)}"><img loading="lazy" src="${fileOf(page, style)}" alt="${page.name}, ${style.name}"></a>`).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>body{font:14px sans-serif;margin:24px;background:#ddd}div{display:flex;gap:12px;overflow-x:auto}img{height:420px;box-shadow:0 1px 4px #0006}</style>
${rows.join('\n')}`;
}
