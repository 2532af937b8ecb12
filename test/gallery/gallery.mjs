import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import { Camera, fileOf } from './camera.mjs';
import { addSampleData } from './sample-data.mjs';
import { allStyles, PAGES, STYLES, WIDTHS } from './pages.mjs';
import { startProduct } from './product.mjs';
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
const upstream = await startUpstream();
const product = await startProduct(values.port);
const { url } = product;
let browser;
try {
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
  await product.close();
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
