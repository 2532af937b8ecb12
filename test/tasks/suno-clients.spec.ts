import { answer, SunoUpstream } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, poll, USD } from './task-gateway.js';

/** Requests as clients of Suno-API send them, and what these clients read of the answers. */
let gateway: Gateway;
let suno: SunoUpstream;
let key: string;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  await gateway.addChannel({
    type: 36,
    key: 'suno-key',
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  });
});
afterAll(async () => {
  await gateway?.close();
  await suno?.close();
});
beforeEach(async () => {
  await gateway.sql('DELETE FROM tasks');
  await gateway.setQuota(10 * USD);
});

interface Envelope<T> {
  readonly code: string;
  readonly message: string;
  readonly data: T;
}

async function send<T = string>(path: string, body?: object, headers: object = {}): Promise<Envelope<T>> {
  const response = await fetch(gateway.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Envelope<T>;
}

interface Task {
  readonly task_id: string;
  readonly action: string;
  readonly status: string;
  readonly progress: string;
  readonly data: unknown;
}

const CLIPS = [1, 2].map((number) => ({
  id: `clip-${number}`,
  title: 'Low tide',
  status: 'complete',
  audio_url: `https://cdn.example/${number}.mp3`,
  image_url: `https://cdn.example/${number}.jpeg`,
  duration: 121.5,
}));

async function end(id: string, data: unknown = CLIPS): Promise<void> {
  suno.end(id, 'SUCCESS', { data });
  await poll(gateway);
}

/** https://github.com/Suno-API/Suno-API : the requests of its own documentation (swagger) */
describe('the documentation of Suno-API', () => {
  test.each([
    ['a description', { gpt_description_prompt: 'a shanty', make_instrumental: false, mv: 'chirp-v3-5' }],
    [
      'lyrics, style and title',
      { prompt: '[Verse]\nlow tide', tags: 'folk', title: 'Low tide', mv: 'chirp-v3-0' },
    ],
    [
      'a piece without lyrics',
      { prompt: '', tags: 'ambient', title: 'Fog', make_instrumental: true, mv: 'chirp-v4' },
    ],
  ])('a song from %s', async (_case, body) => {
    const { code, data: id } = await send('/suno/submit/music', body);
    expect(code).toBe('success');
    expect(suno.tasks.get(id)).toMatchObject({ action: 'MUSIC', body });
    await end(id);
    // The action is optional, and says nothing that the ids do not.
    const fetched = await send<Task[]>('/suno/fetch', { ids: [id], action: 'MUSIC' });
    expect(fetched).toMatchObject({
      code: 'success',
      data: [{ task_id: id, status: 'SUCCESS', data: CLIPS }],
    });
  });

  test('lyrics', async () => {
    const { data: id } = await send('/suno/submit/lyrics', { prompt: 'a storm' });
    const lyrics = { id: 'l', status: 'complete', title: 'Storm', text: '[Verse]' };
    await end(id, lyrics);
    const fetched = await send<Task>(`/suno/fetch/${id}`);
    expect(fetched.data).toMatchObject({ action: 'LYRICS', status: 'SUCCESS', data: lyrics });
  });
});

/** https://github.com/Foodie05/dart_suno */
describe('dart_suno', () => {
  test('asks twice a second until the progress is 100%', async () => {
    const { data: id } = await send('/suno/submit/music', { prompt: 'low tide', mv: 'chirp-v3-5' });
    for (const status of ['QUEUED', 'IN_PROGRESS']) {
      suno.tasks.get(id)!.status = status;
      await poll(gateway);
      const { code, data } = await send<Task>(`/suno/fetch/${id}`);
      // It fails where one of these is missing or has another type.
      expect({ code, ...data }).toMatchObject({
        code: 'success',
        task_id: id,
        action: 'MUSIC',
        status,
        fail_reason: '',
        submit_time: expect.any(Number) as number,
        start_time: expect.any(Number) as number,
        finish_time: 0,
        progress: expect.stringMatching(/^(?!100)\d+%$/) as string,
      });
    }
    await end(id);
    expect((await send<Task>(`/suno/fetch/${id}`)).data).toMatchObject({ progress: '100%', data: CLIPS });
  });

  test('continues a clip of a song from a second on', async () => {
    const { data: id } = await send('/suno/submit/music', { prompt: 'low tide', mv: 'chirp-v3-0' });
    await end(id);
    const body = {
      prompt: 'high tide',
      mv: 'chirp-v3-0',
      task_id: id,
      continue_at: 61.25,
      continue_clip_id: 'clip-2',
    };
    const { data: next } = await send('/suno/submit/music', body);
    expect(suno.tasks.get(next)!.body).toEqual(body);
  });

  test('a clip of another task is not continued, whoever knows its id', async () => {
    const { data: id } = await send('/suno/submit/music', { prompt: 'low tide', mv: 'chirp-v3-0' });
    await end(id);
    const before = suno.tasks.size;
    for (const clip of ['clip-of-another', 'CLIP-1', '0'])
      expect(
        await send('/suno/submit/music', {
          prompt: 'x',
          mv: 'chirp-v3-0',
          task_id: id,
          continue_clip_id: clip,
        }),
      ).toMatchObject({ code: 'clip_not_exist' });
    expect(suno.tasks.size).toBe(before);
  });

  test.each([
    ['an unknown task', '/suno/fetch/none', undefined],
    ['lyrics without a prompt', '/suno/submit/lyrics', {}],
    ['a clip of an unknown song', '/suno/submit/music', { continue_clip_id: 'clip-1', task_id: 'none' }],
  ])('errors have a code and a message: %s', async (_case, path, body) => {
    const { code, message, data } = await send(path, body);
    expect([code, message, data]).toEqual([expect.any(String), expect.any(String), null]);
  });

  test('an error has a code and a message also where no channel offers the model', async () => {
    await gateway.manage('PUT', '/api/channel/', { id: 1, models: 'suno_music' });
    await gateway.settledEvents();
    try {
      const { code, message, data } = await send('/suno/submit/lyrics', { prompt: 'a storm' });
      expect([code, message, data]).toEqual([expect.any(String), expect.any(String), null]);
    } finally {
      await gateway.manage('PUT', '/api/channel/', { id: 1, models: 'suno_music,suno_lyrics' });
      await gateway.settledEvents();
    }
  });
});

/** https://github.com/LnYo-Cly/ai4j (ai4j, package platform.suno.music) */
describe('ai4j', () => {
  test('sends all members with a charset, and ids of tasks percent-encoded', async () => {
    const body = {
      prompt: '[Verse] low tide',
      tags: 'folk',
      mv: 'chirp-v4',
      title: 'Low tide',
      make_instrumental: false,
      gpt_description_prompt: 'a shanty',
    };
    suno.onSubmit = (response) => answer(response, 200, 'success', 'song:1/2');
    const submitted = await send('/suno/submit/music', body, {
      'content-type': 'application/json; charset=utf-8',
    });
    expect(submitted).toMatchObject({ code: 'success', data: 'song:1/2' });
    const fetched = await send<Task>(`/suno/fetch/${encodeURIComponent('song:1/2')}`);
    expect(fetched).toMatchObject({ code: 'success', data: { task_id: 'song:1/2', action: 'MUSIC' } });
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
