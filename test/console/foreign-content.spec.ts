import type { IncomingMessage, Server } from 'node:http';
import type { Page } from 'playwright-core';
import { until } from '../setup/until.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Console } from './console.js';

/** HTML, Markdown and image addresses that others wrote act for nobody and stay in their place. */
let app: Console;
let upstream: ScriptedUpstream;
/** Paths with this mark that arrived at the gateway. */
const arrived: string[] = [];
const MARK = 'hostile-mark';
/** Said of the document in which a text is parsed, which nothing of it leaves. */
const INERT_BASE = /Setting the document's base URI/;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  app = await Console.start();
  await app.gateway.addChannel({ base_url: upstream.url, models: 'gpt-4o-mini' });
  await app.gateway.setQuota(5_000_000);
  const server: Server = app.gateway.app.getHttpServer();
  server.on('request', ({ url = '' }: IncomingMessage) => {
    if (url.includes(MARK)) arrived.push(url);
  });
});

afterAll(async () => {
  await app?.close();
  await upstream?.close();
});

beforeEach(() => void arrived.splice(0));

/** The API of the gateway, written in every way a browser still understands. */
function spellings(): string[] {
  const { host, port, origin } = new URL(app.gateway.url);
  const path = `api/verification?email=a@b.c&${MARK}`;
  return [
    `/${path}`,
    path,
    `./${path}`,
    `/assets/../${path}`,
    `/assets/%2e%2e/${path}`,
    `/x/..//${path}`,
    `/%61pi/verification?${MARK}`,
    `/api%2Fverification?${MARK}`,
    `\\api\\verification?${MARK}`,
    `/\\${host}/${path}`,
    `//${host}/${path}`,
    `\\\\${host}\\${path}`,
    `${origin}/${path}`,
    `${origin.replace('http', 'HTTP')}/${path}`,
    `http:\\\\${host}\\${path}`,
    `http:/${path}`,
    `http:${path}`,
    `http://127.1:${port}/${path}`,
    `http://2130706433:${port}/${path}`,
    `http://0x7f.0.0.1:${port}/${path}`,
    `http://localhost:${port}/${path}`,
    `http://user:pass@${host}/${path}`,
    ` \t/${path}`,
    `/a&#9;pi/verification?${MARK}`,
    `/&#97;pi/verification?${MARK}`,
    ...['pg/chat/completions', 'v1/models', 'v1beta/models', 'mj/image/1', 'suno/fetch/1'].map(
      (other) => `/${other}?${MARK}`,
    ),
    `/anything-else?${MARK}`,
    `/anything-else.svg/../api/user/logout?${MARK}`,
  ];
}

/** Every element and style that loads what an address names. */
function hostileHtml(): string {
  const some = `/api/user/logout?${MARK}`;
  return [
    ...spellings().map((address) => `<img alt="picture" src="${address}">`),
    `<img srcset="${some} 1x, ${some} 2x"><picture><source srcset="${some}"><img alt="p"></picture>`,
    `<video src="${some}" poster="${some}" autoplay></video><audio src="${some}" autoplay></audio>`,
    `<table background="${some}"><tr><td background="${some}">cell</td></tr></table>`,
    `<body background="${some}"><input type="image" src="${some}"><link rel="stylesheet" href="${some}">`,
    `<link rel="icon" href="${some}"><iframe src="${some}"></iframe><embed src="${some}"><object data="${some}"></object>`,
    `<svg><image href="${some}"/><use href="${some}#x"/></svg><meta http-equiv="refresh" content="0;url=${some}">`,
    `<style>body { background: url(${some}) }</style><base href="${some}">`,
    ...[
      'background',
      'background-image',
      'list-style',
      'list-style-image',
      'border-image',
      'content',
      'cursor',
    ].map((property) => `<div style="${property}: url('${some}')">styled</div>`),
    String.raw`<div style="background:\75rl(${some})">escaped</div><div style="background:image-set('${some}' 1x)">set</div>`,
    `<div style="--a: url('${some}'); background: var(--a); mask: url(${some}); filter: url(${some}#f)">last one</div>`,
  ].join('\n');
}

/** Nothing has arrived once everything that was to be loaded is. */
async function expectNothingArrived(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(arrived).toEqual([]);
}

const ask = async (page: Page, text: string, answer: string) => {
  upstream.next({ answer: { text: [answer] } });
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
};

test.each([
  ['Notice', '/'],
  ['HomePageContent', '/'],
  ['About', '/about'],
  ['Footer', '/pricing'],
])('%s requests nothing of the API, however its HTML is written', async (option, path) => {
  await app.gateway.option(option, hostileHtml());
  await app.visit({ as: Console.root }, async (visit) => {
    visit.expect(INERT_BASE);
    await visit.page.goto(path);
    await visit.page.getByText('last one').first().waitFor();
    await expectNothingArrived(visit.page);
    // Links of the same content do not lead there either.
    expect(await visit.page.locator(`a[href*="${MARK}"]`).count()).toBe(0);
  });
  await app.gateway.option(option, '');
});

test("a model's answer requests nothing of the API, as HTML or as Markdown", () =>
  app.visit({ as: Console.root }, async (visit) => {
    const { page } = visit;
    visit.expect(INERT_BASE);
    await page.goto('/playground');
    const markdown = spellings()
      .filter((address) => !/\s/.test(address))
      .map((address) => `![chart](${address})`)
      .join('\n\n');
    await ask(page, 'Draw', `${markdown}\n\n<div>\n${hostileHtml()}\n</div>\n`);
    await page.getByText('last one').first().waitFor();
    await expectNothingArrived(page);
  }));

test('an address of the API as home page is not framed', async () => {
  await app.gateway.option('ServerAddress', 'https://gateway.example.com');
  await app.gateway.option('HomePageContent', `https://gateway.example.com/api/user/logout?${MARK}`);
  await app.visit({}, async ({ page }) => {
    const framed: string[] = [];
    await page.route('https://gateway.example.com/**', (route) => {
      framed.push(route.request().url());
      return route.abort();
    });
    await page.goto('/');
    await page.getByText('points to the API of this site').waitFor();
    expect(framed).toEqual([]);
  });
  await app.gateway.option('ServerAddress', '');
  await app.gateway.option('HomePageContent', '');
});

test('a logo that leads to the API is neither saved nor loaded', async () => {
  const { origin, host } = new URL(app.gateway.url);
  const session = await app.gateway.session();
  const save = async (value: string) => {
    const response = await fetch(`${app.gateway.url}/api/option/`, {
      method: 'PUT',
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'Logo', value }),
    });
    return ((await response.json()) as { success: boolean }).success;
  };
  await app.gateway.option('ServerAddress', origin);
  for (const refused of [
    `/api/verification?${MARK}`,
    `//${host}/api/user/logout`,
    `/\\${host}/api/user/logout`,
    `${origin}/api/user/logout`,
    `${origin}/logo.svg/../api/user/logout`,
    `http:/api/user/logout`,
    `https:\\\\${host}\\api\\user\\logout`,
    '/logo.svg?/../api/user/logout',
    'api/user/logout',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.com/logo.png',
  ])
    expect([refused, await save(refused)]).toEqual([refused, false]);
  for (const kept of ['https://example.com/logo.png', '/logo.svg', `${origin}/logo.svg`, ''])
    expect([kept, await save(kept)]).toEqual([kept, true]);
  await app.gateway.option('ServerAddress', '');

  // One that was stored before, or that an older server hands out.
  await app.visit({}, async ({ page }) => {
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, logo: `/api/user/logout?${MARK}` } } });
    });
    for (const path of ['/', '/login']) {
      await page.goto(path);
      await page.locator('header img[src="/logo.svg"]').waitFor();
      await expectNothingArrived(page);
    }
  });
});

test("images of other sites in a model's answer load when the reader asks; data is shown at once", () =>
  app.visit({ as: Console.root }, async ({ page }) => {
    const loaded: string[] = [];
    await page.route('https://pictures.example.com/**', (route) => {
      loaded.push(route.request().url());
      return route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    await page.goto('/playground');
    const data = `data:image/png;base64,${PIXEL.toString('base64')}`;
    await ask(
      page,
      'Draw',
      `![a cat](https://pictures.example.com/cat.png?data=secret)\n\n![inline](${data})\n\nThe end`,
    );
    const answer = page.getByRole('article').last();
    await answer.getByText('The end').waitFor();
    await answer.getByRole('img', { name: 'inline' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(loaded).toEqual([]);
    await answer.getByRole('button', { name: 'Show image from pictures.example.com' }).click();
    await answer.getByRole('img', { name: 'a cat' }).waitFor();
    expect(loaded).toEqual(['https://pictures.example.com/cat.png?data=secret']);
  }));

test("an operator's images of other sites and files of the console are shown", async () => {
  await app.gateway.option(
    'About',
    '# Us\n\n<img alt="team" src="https://pictures.example.com/team.png"> <img alt="mark" src="/logo.svg">',
  );
  await app.visit({}, async ({ page }) => {
    await page.route('https://pictures.example.com/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: PIXEL }),
    );
    await page.goto('/about');
    for (const name of ['team', 'mark'])
      await until(
        async () => (await page.locator(`img[alt="${name}"]`).evaluate((image) => image.naturalWidth)) !== 0,
        () => `${name} is not shown`,
      );
  });
  await app.gateway.option('About', '');
});

test.each([
  ['position:fixed;inset:0;z-index:99999;background-color:red'],
  ['position:absolute;top:0;left:0;width:100vw;height:100vh;background-color:red'],
  ['margin-top:-3000px;height:3000px;width:3000px;margin-left:-800px;background-color:red'],
  ['transform:translate(-900px,-900px) scale(50);background-color:red'],
  ['box-shadow:0 0 0 9999px red;outline:9999px solid red'],
])('an element of an answer does not cover the console: %s', (style) =>
  app.visit({ as: Console.root }, async ({ page }) => {
    await page.goto('/playground');
    await ask(
      page,
      'Cover',
      `<div id="cover" style="${style}">cover</div><div popover class="mantine-Overlay-root">more</div>\n\nThe end`,
    );
    const answer = page.getByRole('article').last();
    await answer.getByText('The end').waitFor();
    await expectUncovered(page);
  }),
);

test('an element of the footer does not cover the page', async () => {
  await app.gateway.option(
    'Footer',
    '<div style="position:fixed;inset:0;z-index:99999;background-color:red">cover</div>',
  );
  await app.visit({}, async ({ page }) => {
    await page.goto('/login');
    await page.getByText('cover').waitFor();
    await expectUncovered(page);
    await page.getByRole('button', { name: 'Login' }).first().waitFor();
  });
  await app.gateway.option('Footer', '');
});

/** On a grid over the window, no point outside the text's own block belongs to it. */
async function expectUncovered(page: Page): Promise<void> {
  const covered = await page.evaluate(`(() => {
    const text = [...document.querySelectorAll('div')].find((each) => each.textContent === 'cover');
    const home = text.closest('footer > *, article').getBoundingClientRect();
    const points = [];
    for (let x = 5; x < innerWidth; x += 40)
      for (let y = 5; y < innerHeight; y += 40) points.push([x, y]);
    return points.filter(([x, y]) => {
      const outside = x < home.left || x > home.right || y < home.top || y > home.bottom;
      return outside && text.contains(document.elementFromPoint(x, y));
    });
  })()`);
  expect(covered).toEqual([]);
}
