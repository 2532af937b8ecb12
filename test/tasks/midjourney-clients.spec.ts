import type { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import type { Gateway } from '../setup/gateway.js';
import { DrawingClient, IMAGE } from './drawing-client.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';

/** Requests as widely used clients of midjourney-proxy send them, and what these clients read of the answers. */
let client: DrawingClient;
let gateway: Gateway;
let proxy: MidjourneyUpstream;

beforeAll(async () => {
  client = await DrawingClient.start();
  ({ gateway, proxy } = client);
});
afterAll(() => client?.close());
beforeEach(() => client.reset());

interface Answer {
  readonly [member: string]: unknown;
  readonly code: number;
  readonly description: string;
  readonly result: string;
}

/** All of them send the key in this header alone, and a content type even where there is no body. */
async function send<T = Answer>(path: string, body?: object, header = 'mj-api-secret'): Promise<T> {
  const response = await fetch(gateway.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', [header]: client.key },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

interface Task {
  readonly status: string;
  readonly progress: string;
  readonly imageUrl: string;
  readonly buttons: readonly { readonly customId: string; readonly label: string }[];
}

/** Ends the latest drawing of the upstream with the buttons that Midjourney shows below it. */
async function draw(): Promise<void> {
  const buttons = [
    ['MJ::JOB::upsample::2::9f', 'U2'],
    ['MJ::JOB::reroll::0::9f::SOLO', ''],
    ['MJ::CustomZoom::9f', 'Custom Zoom'],
    ['MJ::Inpaint::1::9f::SOLO', 'Vary (Region)'],
  ].map(([customId, label]) => ({ customId, label, emoji: '', type: 2, style: 2 }));
  const imageUrl = `${proxy.url}/files/1.png`;
  Object.assign(proxy.latest, { status: 'SUCCESS', progress: '100%', imageUrl, buttons });
  await poll(gateway);
}

/** https://github.com/Dooy/chatgpt-web-midjourney-proxy (src/api/mjapi.ts) */
describe('chatgpt-web-midjourney-proxy', () => {
  const imagined = async (): Promise<string> => {
    const { code, result } = await send('/mj/submit/imagine', {
      base64Array: [],
      notifyHook: '',
      prompt: 'a lighthouse --ar 3:2',
      state: '',
      botType: 'NIJI_JOURNEY',
    });
    expect(code).toBe(1);
    return result;
  };
  /** The id of the button with this label, from the task as the client asks for it every five seconds. */
  const button = async (id: string, label: string): Promise<string> => {
    const { buttons } = await send<Task>(`/mj/task/${id}/fetch`);
    return buttons.find((one) => one.label === label)!.customId;
  };

  test('draws with empty members, and asks until the progress is 100%', async () => {
    const id = await imagined();
    expect(proxy.submissions).toMatchObject([
      {
        body: { base64Array: [], prompt: 'a lighthouse --ar 3:2', state: '', botType: 'NIJI_JOURNEY' },
        secret: 'mj-secret',
      },
    ]);
    expect(proxy.submissions[0]!.body).not.toHaveProperty('notifyHook');
    expect(await send<Task>(`/mj/task/${id}/fetch`)).toMatchObject({ status: 'SUBMITTED', progress: '0%' });
    await draw();
    expect(await send<Task>(`/mj/task/${id}/fetch`)).toMatchObject({
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: `https://gate.example/mj/image/${id}`,
      failReason: '',
    });
  });

  test('a button is pressed by its id', async () => {
    const id = await imagined();
    await draw();
    const pressed = await send('/mj/submit/action', { customId: await button(id, 'U2'), taskId: id });
    expect(pressed).toMatchObject({ code: 1, result: expect.any(String) as string });
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ action: 'IMAGINE' }, { action: 'UPSCALE' }]);
  });

  test.each([
    ['Custom Zoom', { prompt: 'a lighthouse --zoom 1.4' }],
    ['Vary (Region)', { maskBase64: IMAGE, prompt: 'a boat' }],
  ])('%s is followed by a modal with the id of its answer, and charged once', async (label, filled) => {
    const id = await imagined();
    await draw();
    await gateway.setQuota(10 * USD);
    const customId = await button(id, label);
    const waiting = await send('/mj/submit/action', { customId, taskId: id });
    expect(waiting.code).toBe(21);
    expect(await gateway.quota()).toBe(10 * USD);
    const modal = await send('/mj/submit/modal', { ...filled, taskId: waiting.result });
    // With 21 the client would send another modal.
    expect(modal.code).toBe(1);
    expect(proxy.submissions.at(-1)!.body).toEqual({ ...filled, taskId: proxy.latest.id });
    expect(await gateway.quota()).toBe(9.9 * USD);
    await draw();
    expect(await send<Task>(`/mj/task/${modal.result}/fetch`)).toMatchObject({ status: 'SUCCESS' });
  });

  test('an answer that asks for a confirmation has the prompt to confirm', async () => {
    const id = await imagined();
    await draw();
    const waiting = proxy.add('CUSTOM_ZOOM', { status: 'MODAL' });
    proxy.onSubmit = (response) =>
      proxy.sendResult(response, 21, 'Waiting for window confirm', waiting.id, { finalPrompt: 'a cape' });
    const answer = await send('/mj/submit/action', { customId: await button(id, 'Custom Zoom'), taskId: id });
    expect(answer).toMatchObject({
      code: 21,
      description: expect.stringContaining('confirm') as string,
      properties: { finalPrompt: 'a cape' },
    });
    await send('/mj/submit/modal', { taskId: answer.result, prompt: 'a cape' });
    expect(proxy.submissions.at(-1)!.body).toEqual({ taskId: waiting.id, prompt: 'a cape' });
  });

  test('a seed is a number above zero', async () => {
    const id = await imagined();
    await draw();
    const { result } = await send(`/mj/task/${id}/image-seed`);
    expect(Number(result)).toBeGreaterThan(0);
  });

  test('its gallery asks for ids of digits as numbers', async () => {
    // Only drawings of earlier releases have such ids.
    await gateway.sql(
      `INSERT INTO midjourneys (mj_id, user_id, status, progress, prompt)
       VALUES ('1320098173412546', 1, 'SUCCESS', '100%', 'a pier'), ('320098', 1, 'SUCCESS', '100%', 'a quay')`,
    );
    const ids = [1_320_098_173_412_546, 320_098, 7];
    const listed = await send<object[]>('/mj/task/list-by-condition', { ids });
    expect(listed).toMatchObject([
      { id: '1320098173412546', prompt: 'a pier' },
      { id: '320098', prompt: 'a quay' },
    ]);
  });
});

/** https://github.com/Licoy/ChatGPT-Midjourney, a fork of ChatGPT-Next-Web whose own server adds the key */
describe('ChatGPT-Midjourney', () => {
  test('draws with a null instead of an image', async () => {
    const answer = await send('/mj/submit/imagine', { prompt: 'a heron', base64: null });
    // It accepts these codes only.
    expect([1, 22]).toContain(answer.code);
    expect(proxy.submissions[0]!.body).toEqual({ prompt: 'a heron', base64: null });
  });

  test.each([
    ['describe', { base64: IMAGE }, 'DESCRIBE'],
    ['blend', { base64Array: [IMAGE, IMAGE, IMAGE] }, 'BLEND'],
  ])('submits images: %s', async (route, body, action) => {
    expect(await send(`/mj/submit/${route}`, body)).toMatchObject({ code: 1 });
    expect(proxy.submissions[0]!.body).toEqual(body);
    expect(await rowsOf(gateway, 'drawing')).toMatchObject([{ action }]);
  });

  test.each([
    ['UPSCALE', 3],
    ['VARIATION', 1],
    ['REROLL', 1],
    // What its number parser makes of a command without an index.
    ['REROLL', null],
  ])('changes a drawing: %s %s', async (action, index) => {
    const id = await client.drawn();
    const answer = await send('/mj/submit/change', { action, index, taskId: id });
    expect(answer.code).toBe(1);
    expect(proxy.submissions.at(-1)!.body).toMatchObject({ action, index });
    expect(await send<Task>(`/mj/task/${answer.result}/fetch`)).toMatchObject({
      action,
      status: 'SUBMITTED',
    });
  });

  test('a failed drawing has a reason', async () => {
    const { result } = await send('/mj/submit/imagine', { prompt: 'a heron', base64: null });
    Object.assign(proxy.latest, { status: 'FAILURE', progress: '', failReason: 'blocked' });
    await poll(gateway);
    expect(await send<Task>(`/mj/task/${result}/fetch`)).toMatchObject({
      status: 'FAILURE',
      failReason: 'blocked',
    });
  });
});

/** https://github.com/lobehub/lobe-midjourney-webui (src/services/Midjourney.ts) */
describe('lobe-midjourney-webui', () => {
  test('draws with a prompt alone, changes in short form, and lists by ids', async () => {
    const { result: id } = await send('/mj/submit/imagine', { prompt: 'a kite' }, 'Mj-Api-Secret');
    await draw();
    const changed = await send('/mj/submit/simple-change', { content: `${id} V4` }, 'Mj-Api-Secret');
    const listed = await send<object[]>(
      '/mj/task/list-by-condition',
      { ids: [changed.result, id] },
      'Mj-Api-Secret',
    );
    expect(listed).toMatchObject([
      { id, action: 'IMAGINE', status: 'SUCCESS' },
      { id: changed.result, action: 'VARIATION', status: 'SUBMITTED' },
    ]);
  });
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
