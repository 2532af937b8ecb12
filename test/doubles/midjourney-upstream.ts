import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A task of the simulated proxy, as it is shown to clients. */
export interface DrawnTask {
  readonly id: string;
  readonly action: string;
  readonly prompt: string;
  status: string;
  progress: string;
  failReason: string;
  imageUrl: string;
  [member: string]: unknown;
}

/** A submission as it arrived. */
export interface DrawingSubmission {
  readonly path: string;
  readonly secret: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const ANY = ['notifyHook', 'state', 'accountFilter'];
/** Members of each route by https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md and its edition "plus". */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  // The only image was in `base64` before there could be several.
  'submit/imagine': ['prompt', 'base64', 'base64Array', 'botType'],
  'submit/describe': ['base64', 'link', 'botType'],
  'submit/blend': ['base64Array', 'dimensions', 'botType'],
  'submit/shorten': ['prompt', 'botType'],
  'submit/change': ['taskId', 'action', 'index'],
  'submit/simple-change': ['content'],
  'submit/action': ['taskId', 'customId', 'chooseSameChannel'],
  'submit/modal': ['taskId', 'prompt', 'maskBase64'],
  'submit/upload-discord-images': ['base64Array', 'filter'],
  'submit/video': [
    'prompt',
    'image',
    'endImage',
    'motion',
    'loop',
    'batchSize',
    'videoType',
    'taskId',
    'index',
    'action',
  ],
  'submit/edits': ['prompt', 'image', 'base64Array', 'maskBase64', 'botType'],
  'insight-face/swap': ['sourceBase64', 'targetBase64'],
};
const MAX_IDS = 100;
const FIRST_ID = 9_007_199_254_740_993n;

/** Responds to one call instead of the double. */
export type DrawingAnswer = (response: ServerResponse, body: Readonly<Record<string, unknown>>) => void;

/** The API of midjourney-proxy: wrong secrets, unknown members and unknown tasks are refused. */
export class MidjourneyUpstream {
  readonly tasks = new Map<string, DrawnTask>();
  readonly submissions: DrawingSubmission[] = [];
  /** Ids of each poll, in order. */
  readonly polls: string[][] = [];
  /** Replaces the next response to a submission. */
  onSubmit: DrawingAnswer | undefined;
  /** Replaces every response to a poll. */
  onPoll: DrawingAnswer | undefined;
  /** Serves `/files/…`. */
  onFile: ((path: string, headers: IncomingHttpHeaders, response: ServerResponse) => void) | undefined;
  /** Sends ids as numbers, which have more digits than a double holds. */
  numericIds = false;
  private made = 0n;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly secret: string,
  ) {}

  static async start(secret = 'mj-secret'): Promise<MidjourneyUpstream> {
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const upstream = new MidjourneyUpstream(server, url, secret);
    server.on('request', (request, response) => void upstream.serve(request, response));
    return upstream;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Back to the behaviour of a new double; its tasks remain. */
  reset(): void {
    this.onSubmit = undefined;
    this.onPoll = undefined;
    this.onFile = undefined;
    this.numericIds = false;
    this.polls.length = 0;
    this.submissions.length = 0;
  }

  /** The task of the latest accepted submission. */
  get latest(): DrawnTask {
    const task = [...this.tasks.values()].at(-1);
    if (!task) throw new Error('no task');
    return task;
  }

  add(action: string, more: Partial<DrawnTask> = {}): DrawnTask {
    const id = String(FIRST_ID + this.made++);
    const task: DrawnTask = {
      action,
      prompt: '',
      promptEn: '',
      description: `/${action.toLowerCase()}`,
      state: '',
      submitTime: 1,
      startTime: null,
      finishTime: null,
      status: 'SUBMITTED',
      progress: '0%',
      failReason: '',
      imageUrl: '',
      buttons: null,
      properties: null,
      ...more,
      id,
    };
    this.tasks.set(id, task);
    return task;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.startsWith('/files/')) {
      if (this.onFile) this.onFile(path, request.headers, response);
      else response.writeHead(404).end();
      return;
    }
    const sent = await text(request);
    if (request.headers['mj-api-secret'] !== this.secret || request.headers.authorization !== undefined)
      return send(response, 403, { code: 4, description: 'wrong secret' });
    const [, mode = '', route = ''] = /^(\/mj-(?:fast|relax|turbo))?\/mj\/(.*)$/.exec(path) ?? [];
    const seed = /^task\/(\d+)\/image-seed$/.exec(route);
    if (seed && request.method === 'GET') return this.seed(seed[1]!, response);
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json'))
      return send(response, 405, { code: 4, description: 'not a call' });
    const body = JSON.parse(sent) as Record<string, unknown>;
    if (route === 'task/list-by-condition') return this.list(body, response);
    this.submit(`${mode}/mj/${route}`, route, body, response);
  }

  private submit(path: string, route: string, body: Record<string, unknown>, response: ServerResponse): void {
    const members = MEMBERS[route];
    if (!members) return send(response, 404, { code: 4, description: `no route ${route}` });
    const unknown = Object.keys(body).find((name) => !members.includes(name) && !ANY.includes(name));
    if (unknown !== undefined) return send(response, 200, result(4, `unknown member ${unknown}`));
    this.submissions.push({ path, secret: this.secret, body });
    const replaced = this.onSubmit;
    this.onSubmit = undefined;
    if (replaced) return replaced(response, body);
    const origin = originOf(route, body);
    if (origin !== undefined && !this.tasks.has(origin))
      return send(response, 200, result(4, 'the task does not exist'));
    if (route === 'submit/upload-discord-images')
      return send(response, 200, {
        code: 1,
        description: 'uploaded',
        result: [`${this.url}/files/uploaded.png`],
      });
    if (route === 'submit/modal') {
      const parent = this.tasks.get(origin!)!;
      Object.assign(parent, { status: 'SUBMITTED' });
      return send(response, 200, result(1, '提交成功', parent.id));
    }
    const waits = /Inpaint|CustomZoom/.test(textOf(body.customId));
    const task = this.add(textOf(body.action) || route, {
      prompt: textOf(body.prompt),
      state: textOf(body.state),
      ...(waits && { status: 'MODAL' }),
    });
    if (waits) return send(response, 200, result(21, 'Waiting for window confirm', task.id));
    this.sendResult(response, 1, '提交成功', task.id);
  }

  /** Answers a submission. */
  sendResult(
    response: ServerResponse,
    code: number,
    description: string,
    id: string,
    properties: object = {},
  ): void {
    const body = JSON.stringify({ code, description, properties, result: id });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(this.numericIds ? body.replace(`"${id}"`, id) : body);
  }

  private list({ ids, ...more }: Record<string, unknown>, response: ServerResponse): void {
    if (!isIdList(ids) || Object.keys(more).length > 0)
      return send(response, 400, { code: 4, description: 'ids' });
    this.polls.push(ids);
    if (this.onPoll) return this.onPoll(response, { ids });
    const found = ids.flatMap((id) => this.tasks.get(id) ?? []);
    const body = JSON.stringify(found);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(this.numericIds ? body.replace(/"id":"(\d+)"/g, '"id":$1') : body);
  }

  private seed(id: string, response: ServerResponse): void {
    if (!this.tasks.has(id)) return send(response, 200, result(3, 'not found'));
    send(response, 200, result(1, 'ok', '2461873915'));
  }
}

/** A different id for each entry, at most a hundred. */
function isIdList(ids: unknown): ids is string[] {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS) return false;
  return new Set(ids).size === ids.length && ids.every((id) => typeof id === 'string' && id !== '');
}

function originOf(route: string, body: Record<string, unknown>): string | undefined {
  if (route === 'submit/simple-change') return textOf(body.content).split(' ')[0];
  if (route === 'submit/video') return textOf(body.taskId) || undefined;
  return ['submit/change', 'submit/action', 'submit/modal'].includes(route) ? textOf(body.taskId) : undefined;
}

function result(code: number, description: string, id = ''): object {
  return { code, description, properties: {}, result: id };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Responds with JSON. */
export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
