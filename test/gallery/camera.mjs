import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What still comes or moves after the last answer: parts that wait for an idle moment, menus, charts. */
const SETTLE_MS = 600;
const PATIENCE_MS = 15_000;

/** Goes through the gateway as each person, in one style, and takes a screenshot of every page. */
export class Camera {
  constructor({ browser, url, people, out }) {
    Object.assign(this, { browser, url, people, out });
    this.missed = [];
  }

  async takeImages(pages, style) {
    for (const who of new Set(pages.map((page) => page.who))) {
      const context = await this.browser.newContext({ baseURL: this.url, ...style.screen });
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(`localStorage.i18nextLng = '${style.language}'`);
      // What is left to do for a first call is not remembered from page to page.
      await context.addInitScript(
        `for (const name of Object.keys(localStorage)) if (name.startsWith('first-call-')) localStorage.removeItem(name)`,
      );
      if (who !== 'nobody') await this.signIn(context, this.people[who]);
      for (const target of pages.filter((each) => each.who === who))
        await this.takeImage(context, target, style);
      await context.close();
    }
  }

  async takeImage(context, target, style) {
    const page = await context.newPage();
    try {
      // A stream of events is never idle; without it the page asks.
      await page.route(/\/stream(\?|$)/, (route) => route.abort());
      for (const [address, data] of target.answers) await page.route(address, (route) => answer(route, data));
      await page.goto(target.path.replace('first', this.people.receipt));
      // A page that is not complete is not saved: no screenshot is better than an empty one.
      await page.locator('#content *').first().waitFor();
      await page.waitForLoadState('networkidle');
      await sleep(SETTLE_MS);
      for (const act of target.acts) {
        await act(page);
        await sleep(SETTLE_MS);
      }
      await page.screenshot({
        path: path.join(this.out, fileOf(target, style)),
        // What is opened lies over the window, not over the page.
        fullPage: target.acts.length === 0 && !/\/(add|edit)|receipt=/.test(target.path),
      });
    } catch (problem) {
      this.missed.push(`${fileOf(target, style)}: ${problem.message.split('\n')[0]}`);
    } finally {
      await context.setOffline(false);
      await page.close();
    }
  }

  async signIn(context, account) {
    const page = await context.newPage();
    const answered = await page.request.post('/api/user/login', { data: account });
    const { data } = await answered.json();
    await page.goto('/logo.svg');
    await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify(data));
    await page.close();
  }
}

/** Without data the server has failed. */
function answer(route, data) {
  if (route.request().resourceType() === 'script') return route.abort();
  if (!data) return route.fulfill({ status: 500, json: { success: false, message: 'database is gone' } });
  return route.fulfill({
    headers: { 'x-total-count': String(data.length) },
    json: { success: true, message: '', data },
  });
}

export function fileOf(target, style) {
  return `${target.name}-${style.name}.png`;
}
