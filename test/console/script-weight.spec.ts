import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Console } from './console.js';

/**
 * How much JavaScript a page loads before it is complete, compressed, in a browser that has nothing of the console. React with its DOM
 * (63 KB), the router (30), i18next (21), Mantine's core and the frame of the page are 165 KB of it; menus, tooltips, lists and their
 * filters 100.
 */
const MAX_KB = 312;
/** Pages that need more at once: the schemas of log rows and settings, forms, conversations, the declarations of the options. */
const MAX_KB_OF: Readonly<Record<string, number>> = {
  '/log': 345,
  '/channel': 335,
  '/channel/add': 430,
  '/prices': 342,
  '/audit': 328,
  '/playground': 378,
  '/setting': 418,
  '/setting?tab=system': 418,
  '/personal': 360,
};
const KB = 1024;
const FILES = path.resolve('dist/web');
/** Pages without charts; the others load theirs when they come into sight. */
const PAGES = [
  '/token',
  '/log',
  '/channel',
  '/channel/add',
  '/user',
  '/redemption',
  '/pricing',
  '/prices',
  '/audit',
];
const MORE = [
  '/playground',
  '/setting',
  '/setting?tab=system',
  '/topup',
  '/personal',
  '/midjourney',
  '/task',
  '/alerts',
];

let app: Console;

beforeAll(async () => {
  app = await Console.start();
});

afterAll(() => app?.close());

/** Compressed as the server sends it to browsers without Brotli; files below its limit are sent as they are. */
function weightOf(file: string): number {
  const plain = path.join(FILES, file);
  return statSync(existsSync(`${plain}.gz`) ? `${plain}.gz` : plain).size;
}

/** Scripts of each page, loaded by itself. */
async function scriptsOf(pages: readonly string[]): Promise<Map<string, Set<string>>> {
  const scripts = new Map<string, Set<string>>();
  await app.visit({ as: Console.root }, async ({ page }) => {
    for (const each of pages) {
      const loaded = new Set<string>();
      const note = (response: { url(): string }) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.js')) loaded.add(pathname);
      };
      page.on('response', note);
      await page.goto(each);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      page.off('response', note);
      scripts.set(each, loaded);
    }
  });
  return scripts;
}

const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + weightOf(file), 0);

test('no page loads more scripts than its limit before it is complete', async () => {
  const scripts = await scriptsOf([...PAGES, ...MORE]);
  const weights = [...scripts].map(([page, files]) => `${page}: ${Math.round(total(files) / KB)} KB`);
  const heavy = [...scripts]
    .filter(([page, files]) => total(files) > (MAX_KB_OF[page] ?? MAX_KB) * KB)
    .map(([page]) => page);
  expect({ heavy, weights: heavy.length > 0 ? weights : [] }).toEqual({ heavy: [], weights: [] });
});

test('at least a third of the scripts of the settings are loaded by no other page', async () => {
  const scripts = await scriptsOf(['/setting', '/token', '/log', '/channel', '/user', '/pricing']);
  const [settings, ...others] = [...scripts.values()];
  const elsewhere = new Set(others.flatMap((files) => [...files]));
  const shared = new Set(
    others.reduce((common, files) => common.filter((file) => files.has(file)), [...others[0]!]),
  );
  const own = [...settings!].filter((file) => !shared.has(file));
  const alone = own.filter((file) => !elsewhere.has(file));
  expect(total(alone)).toBeGreaterThanOrEqual(total(own) / 3);
});
