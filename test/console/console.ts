import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import type { Language } from '../../server/contract/languages.js';
import { sharedBrowser } from '../setup/browser.js';
import { Gateway } from '../setup/gateway.js';
import { PATIENCE_MS } from '../setup/until.js';

/**
 * Milliseconds that an answer may take longer than it does, each another time: what a person sees over a slow net, where
 * answers also come in another order than their requests went.
 */
const SLOWER_MS = Number(process.env.SLOW_ANSWERS_MS ?? 0);
/**
 * What the first page of each context shows, a file of the gateway that runs no script: the storage is prepared from there, and
 * the process, with the console's code compiled, lives on between visits.
 */
const ANCHOR = '/logo.svg';
const DESCRIPTION_MS = 5000;
const DESCRIPTION_LENGTH = 4000;
const ROOT = { username: 'root', password: '123456' };

export interface Account {
  username: string;
  password: string;
}

export interface VisitOptions {
  /** Who is signed in already; a visitor without. */
  as?: Account;
  language?: Language;
  /** Whether the person has not closed the panel of the first call yet, which stands above some pages of new accounts. */
  isNew?: boolean;
  /** What is not the screen of a desk, or not the usual. */
  screen?: BrowserContextOptions;
}

/** The built console in a real browser, over a gateway of its own. */
export class Console {
  static readonly root: Account = ROOT;
  private readonly sessions = new Map<string, Session>();
  /** By the style of screen; nobody uses them now. */
  private readonly left = new Map<string, BrowserContext>();

  /** Those still open. */
  private readonly contexts = new Set<BrowserContext>();

  private constructor(
    readonly gateway: Gateway,
    private readonly browser: Browser,
  ) {}

  /** @param environment of the gateway, on top of the test world's */
  static async start(environment: Record<string, string> = {}): Promise<Console> {
    const browser = await sharedBrowser();
    return new Console(await Gateway.start(environment, {}), browser);
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.contexts, (context) => context.close()));
    await this.gateway.close();
  }

  /** Adds an ordinary user, as an administrator does. */
  async addUser(username: string): Promise<Account> {
    // A password of nothing but the name is refused.
    const account = { username, password: `of ${username} 1234` };
    await this.gateway.manage('POST', '/api/user/', { ...account, display_name: username });
    return account;
  }

  /** One person at one browser of their own. Fails when the page complained of anything nobody provoked. */
  async visit(options: VisitOptions, act: (visit: Visit) => Promise<void>): Promise<void> {
    const context = await this.openContext(options);
    let visit: Visit | undefined;
    try {
      const [anchor] = context.pages();
      await arrive(anchor!, options.language ?? 'en');
      if (options.as) await this.resume(anchor!, options.as, options.isNew ?? false);
      const page = await context.newPage();
      visit = new Visit(page);
      await act(visit);
      expect(await visit.complaints()).toEqual([]);
      await this.keepContext(options, context);
    } catch (problem) {
      if (problem instanceof Error && visit) problem.stack = `${problem.stack}${await visit.description()}`;
      await context.close();
      throw problem;
    }
  }

  /** A context that an earlier visit left has the console's files already, and nothing else. */
  private async openContext(options: VisitOptions): Promise<BrowserContext> {
    const kept = this.left.get(styleOf(options));
    this.left.delete(styleOf(options));
    const context = kept ?? (await this.newContext(options));
    if (SLOWER_MS > 0) await slowDown(context);
    return context;
  }

  private async newContext(options: VisitOptions): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      baseURL: this.gateway.url,
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options.screen,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    this.contexts.add(context);
    context.once('close', () => this.contexts.delete(context));
    await (await context.newPage()).goto(ANCHOR);
    return context;
  }

  private async keepContext(options: VisitOptions, context: BrowserContext): Promise<void> {
    if (this.left.has(styleOf(options))) return context.close();
    const [, ...visited] = context.pages();
    await Promise.all(visited.map((page) => page.close()));
    await context.unrouteAll();
    await context.clearCookies();
    this.left.set(styleOf(options), context);
  }

  private async resume(page: Page, account: Account, isNew: boolean): Promise<void> {
    const session = this.sessions.get(account.username) ?? (await this.signIn(page, account));
    this.sessions.set(account.username, session);
    await page.context().addCookies(session.cookies);
    await page.evaluate(`localStorage.user = ${JSON.stringify(session.user)}`);
    if (!isNew)
      await page.evaluate(`localStorage['first-call-' + JSON.parse(localStorage.user).id] = 'closed'`);
  }

  private async signIn(page: Page, account: Account): Promise<Session> {
    const answer = await page.request.post('/api/user/login', { data: account });
    const { success, message, data }: { success: boolean; message: string; data: object } =
      await answer.json();
    if (!success) throw new Error(`${account.username} cannot sign in: ${message}`);
    return { cookies: await page.context().cookies(), user: JSON.stringify(data) };
  }
}

/**
 * Goes to an address inside the application that the page already shows, as a link does. A load evaluates the whole console
 * again, which takes most of the time of a short visit.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    const state = { idx: (history.state?.idx ?? 0) + 1, key: String(history.length), usr: null };
    history.pushState(state, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state }));
  })()`);
}

async function slowDown(context: BrowserContext): Promise<void> {
  await context.route('**', async (route) => {
    await sleep(Math.random() * SLOWER_MS);
    await route.continue();
  });
}

function styleOf({ screen }: VisitOptions): string {
  return JSON.stringify(screen ?? {});
}

/** A browser without a past that speaks this language. What the visitor chooses later stays. */
async function arrive(anchor: Page, language: string): Promise<void> {
  await anchor.evaluate(`localStorage.clear(); localStorage.i18nextLng = '${language}'`);
}

interface Session {
  cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;
  /** What the console keeps of the answer. */
  user: string;
}

/** A page and everything it complained of. */
export class Visit {
  private readonly noted: Promise<string | undefined>[] = [];
  private readonly expected: RegExp[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.note(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.note(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? 'failed';
      // A page that is left takes its requests with it.
      if (why !== 'net::ERR_ABORTED') this.note(`${request.method()} ${request.url()}: ${why}`);
    });
    page.on('response', (response) => this.noted.push(refusal(response)));
  }

  /** What is about to be provoked is no complaint. */
  expect(...complaints: RegExp[]): void {
    this.expected.push(...complaints);
  }

  async complaints(): Promise<string[]> {
    const all = await Promise.all(this.noted);
    return all
      .filter((line) => line !== undefined)
      .filter((line) => !this.expected.some((each) => each.test(line)));
  }

  /** What the page shows and complained of, for the report of a failed visit. */
  async description(): Promise<string> {
    const shown = await this.page
      .locator('body')
      .ariaSnapshot({ timeout: DESCRIPTION_MS })
      .catch((error: unknown) => String(error));
    const complaints = await this.complaints();
    return `\n\nAt ${this.page.url()}\n${complaints.join('\n')}\n${shown.slice(0, DESCRIPTION_LENGTH)}\n`;
  }

  private note(line: string): void {
    this.noted.push(Promise.resolve(line));
  }
}

/** What a response refused: by its status, or in the envelope of the management API. */
async function refusal(response: Response): Promise<string | undefined> {
  const line = `${response.request().method()} ${response.url()}: ${response.status()}`;
  if (response.status() >= 400) return line;
  if (!new URL(response.url()).pathname.startsWith('/api/')) return undefined;
  // It has no end that could be waited for.
  if (response.headers()['content-type']?.startsWith('text/event-stream')) return undefined;
  try {
    const { success, message }: { success: boolean; message: string } = await response.json();
    return success ? undefined : `${line} ${message}`;
  } catch (error) {
    // The body went with the page; one that came but is no JSON is a complaint.
    return error instanceof SyntaxError ? `${line} ${error.message}` : undefined;
  }
}
