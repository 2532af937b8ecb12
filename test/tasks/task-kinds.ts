import type { TaskTable } from '../../server/tasks/engine/task-table.js';
import { InterceptedUpstream } from '../doubles/intercepted-upstream.js';
import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { OpenAIVideos } from '../doubles/openai-videos.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoProviders } from '../doubles/video-providers.js';
import { VideoUpstream } from '../doubles/video-upstream.js';

/** One kind of task with its simulated provider, for promises that hold for all kinds. */
export interface KindOfTask {
  readonly name: string;
  readonly table: TaskTable;
  readonly upstream: InterceptedUpstream;
  /** Fields of a channel that carries it out. */
  readonly channel: { readonly type: number; readonly key: string; readonly models: string };
  /** Path below the provider's address where its API begins. */
  readonly root: string;
  readonly model: string;
  /** A submission by a client. */
  readonly path: string;
  readonly body: object;
  /** Price of that submission in US dollars, with the prices of `PRICES`. */
  readonly usd: number;
  /** Ends the task that the provider accepted last, as the provider would. */
  end(state: 'done' | 'failed'): void;
  /**
   * A poll's answer that reports tasks as failed; providers that are asked for one task at a time report the first.
   * @param ids JSON values
   */
  failures(...ids: string[]): string;
  /** An answer with which the provider refuses a submission. */
  readonly refusal: { readonly status: number; readonly body: string };
  /** An answer that accepts a submission. @param id a JSON value */
  acceptance(id: string): string;
  /** Polls may ask for several tasks. */
  readonly batched?: true;
}

/** US dollars per song, drawing, or second of a video. */
export const PRICES = {
  mj_imagine: 0.1,
  mj_describe: 0.1,
  mj_blend: 0.1,
  mj_shorten: 0.1,
  mj_reroll: 0.1,
  mj_upscale: 0.1,
  mj_modal: 0.1,
  mj_upload: 0.1,
  mj_video: 0.1,
  mj_edits: 0.1,
  swap_face: 0.1,
  suno_music: 0.1,
  suno_lyrics: 0.1,
  'sora-2': 0.1,
  'kling-v1-6': 0.1,
  jimeng_t2v_v30: 0.1,
};

const DRAWING_MODELS = Object.keys(PRICES)
  .filter((name) => /^mj_|^swap_/.test(name))
  .join();

export interface Kinds {
  readonly kinds: readonly KindOfTask[];
  reset(): void;
  close(): Promise<void>;
}

/** Names of all kinds, for tables of tests. */
export const KINDS = ['drawing', 'song', 'video', 'Kling video', 'Jimeng video'] as const;

/** Starts the simulated providers of all kinds. */
export async function startKinds(): Promise<Kinds> {
  const midjourney = await MidjourneyUpstream.start();
  const suno = await SunoUpstream.start();
  const openai = new OpenAIVideos();
  const videos = await VideoUpstream.start(openai.respond);
  const others = new VideoProviders(['kling', 'jimeng']);
  const native = await VideoUpstream.start(others.respond);
  others.url = native.url;
  const upstreams = await Promise.all([
    InterceptedUpstream.start(midjourney.url, (_method, path) => path.endsWith('/list-by-condition')),
    InterceptedUpstream.start(suno.url, (_method, path) => path === '/suno/fetch'),
    InterceptedUpstream.start(videos.url, (method) => method === 'GET'),
    InterceptedUpstream.start(native.url, (method) => method === 'GET'),
    InterceptedUpstream.start(native.url, (_method, path) => path.includes('GetResult')),
  ]);
  const endNative = (state: 'done' | 'failed') => {
    latest(others.tasks).state = state;
  };
  const all: KindOfTask[] = [
    {
      name: 'drawing',
      table: 'drawing',
      upstream: upstreams[0],
      channel: { type: 5, key: 'mj-secret', models: DRAWING_MODELS },
      root: '',
      model: 'mj_imagine',
      path: '/mj/submit/imagine',
      body: { prompt: 'a gate' },
      usd: 0.1,
      end: (state) =>
        Object.assign(midjourney.latest, {
          progress: '100%',
          ...(state === 'done'
            ? { status: 'SUCCESS', failReason: '', imageUrl: 'https://cdn.example/1.png' }
            : { status: 'FAILURE', failReason: 'refused' }),
        }),
      failures: (...ids) =>
        `[${ids.map((id) => `{"id":${id},"status":"FAILURE","progress":"100%","failReason":"no"}`).join()}]`,
      refusal: { status: 200, body: '{"code":24,"description":"banned","properties":{},"result":""}' },
      acceptance: (id) => `{"code":1,"description":"ok","properties":{},"result":${id}}`,
      batched: true,
    },
    {
      name: 'song',
      table: 'task',
      upstream: upstreams[1],
      channel: { type: 36, key: 'suno-key', models: 'suno_music,suno_lyrics' },
      root: '',
      model: 'suno_music',
      path: '/suno/submit/music',
      body: { prompt: 'a song' },
      usd: 0.1,
      end: (state) => {
        const id = [...suno.tasks.keys()].at(-1) ?? '';
        if (state === 'done') suno.end(id, 'SUCCESS', { fail_reason: '' });
        else suno.end(id, 'FAILURE');
      },
      failures: (...ids) => {
        const data = ids.map((id) => `{"task_id":${id},"status":"FAILURE","fail_reason":"no"}`).join();
        return `{"code":"success","message":"","data":[${data}]}`;
      },
      refusal: { status: 200, body: '{"code":"sensitive_words","message":"banned","data":null}' },
      acceptance: (id) => `{"code":"success","message":"","data":${id}}`,
      batched: true,
    },
    {
      name: 'video',
      table: 'task',
      upstream: upstreams[2],
      channel: { type: 55, key: 'sk-video', models: 'sora-2' },
      root: '',
      model: 'sora-2',
      path: '/v1/videos',
      body: { model: 'sora-2', prompt: 'a gate opens', seconds: '4' },
      usd: 0.4,
      end: (state) => {
        const id = [...openai.videos.keys()].at(-1) ?? '';
        openai.end(id, state === 'done' ? 'completed' : 'failed');
      },
      failures: (id = '""') =>
        `{"id":${id},"object":"video","status":"failed","progress":0,"error":{"code":"no","message":"no"}}`,
      refusal: { status: 400, body: '{"error":{"message":"banned","code":"moderation_blocked"}}' },
      acceptance: (id) => `{"id":${id},"object":"video","status":"queued","progress":0}`,
    },
    {
      name: 'Kling video',
      table: 'task',
      upstream: upstreams[3],
      channel: { type: 50, key: 'ak|sk', models: 'kling-v1-6' },
      root: '/kling',
      model: 'kling-v1-6',
      path: '/kling/v1/videos/text2video',
      body: { model_name: 'kling-v1-6', prompt: 'a gate opens', duration: '5' },
      usd: 0.5,
      end: endNative,
      failures: (id = '""') =>
        `{"code":0,"message":"","data":{"task_id":${id},"task_status":"failed","task_status_msg":"no"}}`,
      refusal: { status: 200, body: '{"code":1301,"message":"banned","request_id":"r"}' },
      acceptance: (id) => `{"code":0,"message":"SUCCEED","data":{"task_id":${id},"task_status":"submitted"}}`,
    },
    {
      name: 'Jimeng video',
      table: 'task',
      upstream: upstreams[4],
      channel: { type: 51, key: 'AKLT|secret', models: 'jimeng_t2v_v30' },
      root: '/jimeng',
      model: 'jimeng_t2v_v30',
      path: '/jimeng?Action=CVSync2AsyncSubmitTask&Version=2022-08-31',
      body: { req_key: 'jimeng_t2v_v30', prompt: 'a gate opens', frames: 121 },
      usd: 0.5,
      end: endNative,
      // Answers name no task; a code of its own reports the failure.
      failures: () => '{"code":50511,"data":null,"message":"no","status":50511}',
      refusal: { status: 400, body: '{"code":50412,"data":null,"message":"banned","status":50412}' },
      acceptance: (id) => `{"code":10000,"data":{"task_id":${id}},"message":"Success","status":10000}`,
    },
  ];
  return {
    kinds: all,
    reset: () => upstreams.forEach((one) => one.reset()),
    close: async () => {
      await Promise.all([...upstreams, midjourney, suno, videos, native].map((one) => one.close()));
    },
  };
}

function latest<T>(tasks: ReadonlyMap<string, T>): T {
  const found = [...tasks.values()].at(-1);
  if (!found) throw new Error('no task');
  return found;
}
