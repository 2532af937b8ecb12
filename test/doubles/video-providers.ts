import { randomUUID } from 'node:crypto';
import { fileAnswer, unknownMember, type VideoAnswer, type VideoCall } from './video-upstream.js';

/** A task of a simulated provider; tests set what the provider reports. */
export interface SimulatedTask {
  readonly body: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** The state as the provider reports it. */
  state: 'running' | 'done' | 'failed';
  /** Members that replace those of the report. */
  more: object;
}

type Respond = (call: VideoCall, tasks: Map<string, SimulatedTask>, url: string) => VideoAnswer | undefined;

/** Path of the file of every video. */
const FILE = '/files/video.mp4';

const KLING = [
  'model_name',
  'prompt',
  'negative_prompt',
  'cfg_scale',
  'mode',
  'duration',
  'aspect_ratio',
  'sound',
];
const KLING_IMAGES = [...KLING, 'image', 'image_tail'];

const kling: Respond = (call, tasks, url) => {
  if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(call.headers.authorization ?? ''))
    return { status: 401, json: { code: 1002, message: 'Authorization is invalid' } };
  const [, kind, id] = /^\/v1\/videos\/(text2video|image2video)(?:\/([^/]+))?$/.exec(call.path) ?? [];
  if (kind === undefined) return undefined;
  const answer = (data: object): VideoAnswer => ({
    json: { code: 0, message: 'SUCCEED', request_id: 'r', data },
  });
  const bad = (message: string): VideoAnswer => ({ status: 400, json: { code: 1201, message } });
  if (call.method === 'POST') {
    const { body } = call;
    const unknown = unknownMember(body, kind === 'text2video' ? KLING : KLING_IMAGES);
    if (unknown !== '') return bad(`unknown member ${unknown}`);
    if (typeof body.model_name !== 'string') return bad('model_name');
    if (!['5', '10'].includes(typeof body.duration === 'string' ? body.duration : '5'))
      return bad('duration');
    if (kind === 'image2video' && typeof body.image !== 'string') return bad('image');
    return answer({ task_id: started(tasks, call), task_status: 'submitted' });
  }
  const task = tasks.get(id ?? '');
  if (!task || task.path !== `/v1/videos/${kind}`)
    return { status: 404, json: { code: 1203, message: 'not found' } };
  const task_status = { running: 'processing', done: 'succeed', failed: 'failed' }[task.state];
  return answer({
    task_id: id,
    task_status,
    ...(task.state === 'failed' && { task_status_msg: 'risk control' }),
    ...(task.state === 'done' && { task_result: { videos: [{ id: 'v', url: url + FILE, duration: '5' }] } }),
    ...task.more,
  });
};

const VIDU = [
  'model',
  'images',
  'prompt',
  'duration',
  'seed',
  'aspect_ratio',
  'resolution',
  'movement_amplitude',
  'bgm',
  'payload',
];

const vidu: Respond = (call, tasks, url) => {
  const bad = (status: number, reason: string): VideoAnswer => ({
    status,
    json: { code: status, reason, message: reason, metadata: {} },
  });
  if (!/^Token \S/.test(call.headers.authorization ?? '')) return bad(401, 'Unauthorized');
  const [, kind] =
    /^\/ent\/v2\/(text2video|img2video|start-end2video|reference2video)$/.exec(call.path) ?? [];
  if (kind !== undefined) {
    const { images = [] } = call.body as { images?: unknown[] };
    const counts = {
      text2video: [0],
      img2video: [1],
      'start-end2video': [2],
      reference2video: [1, 2, 3, 4, 5, 6, 7],
    };
    const unknown = unknownMember(call.body, VIDU);
    if (unknown !== '') return bad(400, `unknown member ${unknown}`);
    if (!counts[kind as keyof typeof counts].includes(images.length)) return bad(400, 'FieldInvalid');
    if (typeof call.body.duration !== 'number') return bad(400, 'FieldInvalid');
    return { json: { task_id: started(tasks, call), state: 'created', credits: 4 } };
  }
  const [, id] = /^\/ent\/v2\/tasks\/([^/]+)\/creations$/.exec(call.path) ?? [];
  const task = tasks.get(id ?? '');
  if (!task) return undefined;
  const state = { running: 'processing', done: 'success', failed: 'failed' }[task.state];
  return {
    json: {
      state,
      err_code: task.state === 'failed' ? 'AuditSubmitIllegal' : '',
      creations: task.state === 'done' ? [{ id: 'c', url: url + FILE, cover_url: '' }] : [],
      ...task.more,
    },
  };
};

const JIMENG = ['req_key', 'prompt', 'seed', 'frames', 'aspect_ratio', 'image_urls', 'binary_data_base64'];

const jimeng: Respond = (call, tasks, url) => {
  const answer = (code: number, data: object | null, message = 'Success'): VideoAnswer => ({
    status: code === 10000 ? 200 : 400,
    json: { code, data, message, request_id: 'r', status: code, time_elapsed: '1ms' },
  });
  if (!(call.headers.authorization ?? '').startsWith('HMAC-SHA256 Credential='))
    return answer(50400, null, 'denied');
  const { body } = call;
  if (call.query.get('Version') !== '2022-08-31') return undefined;
  if (call.query.get('Action') === 'CVSync2AsyncSubmitTask') {
    const unknown = unknownMember(body, JIMENG);
    if (unknown !== '') return answer(50200, null, `unknown member ${unknown}`);
    if (body.frames !== 121 && body.frames !== 241) return answer(50200, null, 'frames');
    return answer(10000, { task_id: started(tasks, call) });
  }
  const task = tasks.get(String(body.task_id));
  if (!task || body.req_key !== task.body.req_key) return answer(10000, { status: 'not_found' });
  if (task.state === 'failed') return answer(50511, null, 'Post Img Risk Not Pass');
  const data = task.state === 'done' ? { status: 'done', video_url: url + FILE } : { status: 'generating' };
  return answer(10000, { ...data, ...task.more });
};

const ARK = [
  'model',
  'content',
  'resolution',
  'ratio',
  'duration',
  'frames',
  'seed',
  'watermark',
  'generate_audio',
];

const doubao: Respond = (call, tasks, url) => {
  const bad = (status: number, code: string): VideoAnswer => ({
    status,
    json: { error: { code, message: code } },
  });
  if (!/^Bearer \S/.test(call.headers.authorization ?? '')) return bad(401, 'AuthenticationError');
  const [, id] = /^\/api\/v3\/contents\/generations\/tasks(?:\/([^/]+))?$/.exec(call.path) ?? ['', undefined];
  if (call.method === 'POST') {
    const unknown = unknownMember(call.body, ARK);
    if (unknown !== '') return bad(400, `InvalidParameter.${unknown}`);
    return { json: { id: started(tasks, call, 'cgt-') } };
  }
  const task = tasks.get(id ?? '');
  if (!task) return bad(404, 'TaskNotFound');
  const status = { running: 'running', done: 'succeeded', failed: 'failed' }[task.state];
  return {
    json: {
      id,
      model: task.body.model,
      status,
      error:
        task.state === 'failed'
          ? { code: 'OutputVideoSensitiveContentDetected', message: 'sensitive' }
          : null,
      ...(task.state === 'done' && {
        content: { video_url: url + FILE },
        usage: { completion_tokens: 100_000, total_tokens: 100_000 },
      }),
      ...task.more,
    },
  };
};

const GROK = [
  'model',
  'prompt',
  'duration',
  'resolution',
  'aspect_ratio',
  'image',
  'reference_images',
  'user',
];

const xai: Respond = (call, tasks, url) => {
  const bad = (status: number, error: string): VideoAnswer => ({ status, json: { code: 'invalid', error } });
  if (!/^Bearer \S/.test(call.headers.authorization ?? '')) return bad(400, 'Incorrect API key provided');
  const { body } = call;
  if (call.method === 'POST' && call.path === '/v1/videos/generations') {
    const unknown = unknownMember(body, GROK);
    if (unknown !== '') return bad(422, `unknown field ${unknown}`);
    const { duration } = body;
    if (typeof duration !== 'number' || duration < 1 || duration > 15) return bad(422, 'duration');
    if (!['480p', '720p'].includes(String(body.resolution))) return bad(422, 'resolution');
    if (body.image !== undefined && body.reference_images !== undefined) return bad(400, 'image');
    return { json: { request_id: started(tasks, call) } };
  }
  const task = tasks.get(/^\/v1\/videos\/([^/]+)$/.exec(call.path)?.[1] ?? '');
  if (!task) return bad(404, 'not found');
  const status = { running: 'pending', done: 'done', failed: 'failed' }[task.state];
  return {
    json: {
      status,
      progress: task.state === 'done' ? 100 : 50,
      ...(task.state === 'done' && {
        video: { url: url + FILE, duration: task.body.duration, respect_moderation: true },
      }),
      ...(task.state === 'failed' && { error: { code: 'internal_error', message: 'no GPU' } }),
      ...task.more,
    },
  };
};

function started(tasks: Map<string, SimulatedTask>, { body, path }: VideoCall, prefix = ''): string {
  const id = prefix + randomUUID();
  tasks.set(id, { body, path, state: 'running', more: {} });
  return id;
}

/** Providers by the name that tests use: unknown members, wrong values and wrong keys are refused. */
const PROVIDERS = { kling, vidu, jimeng, doubao, xai };

/** All providers at one address; the API of each is that of its own. */
export class VideoProviders {
  readonly tasks = new Map<string, SimulatedTask>();
  /** Set when the server has started. */
  url = '';

  constructor(private readonly names: readonly (keyof typeof PROVIDERS)[]) {}

  readonly respond = (call: VideoCall): VideoAnswer | undefined => {
    if (call.path === FILE) return fileAnswer(call);
    for (const name of this.names) {
      const prefix = `/${name}`;
      if (!call.path.startsWith(`${prefix}/`)) continue;
      return PROVIDERS[name]({ ...call, path: call.path.slice(prefix.length) }, this.tasks, this.url);
    }
    return undefined;
  };

  /** The only task that was started since the last call. */
  taken(): [id: string, task: SimulatedTask] {
    const [entry, ...others] = [...this.tasks];
    if (!entry || others.length > 0) throw new Error(`${this.tasks.size} tasks were started`);
    return entry;
  }
}
