import { drawingOrder, drawingRequest } from '../../task-apis/midjourney-request.js';
import { actionOfCustomId } from '../../task-apis/midjourney-custom-id.js';
import type { TaskRequest } from '../../task-apis/task.js';
import { readAcceptance } from './acceptance.js';
import { readError } from './errors.js';
import { readTasks } from './reports.js';
import { midjourneyTasks } from './tasks.js';
import type { Target } from '../../kit/provider.js';

const target = {
  baseUrl: 'https://mj.example',
  key: 'secret',
  headers: {},
  override: undefined,
} as unknown as Target;
const imagine = drawingRequest(drawingOrder('submit/imagine', { prompt: 'a cat', extra: 1 }), '');

const task = (action: string): TaskRequest => ({ ...imagine, action });
const sent = (request: TaskRequest, to = target) => {
  const { call } = midjourneyTasks.submit(request, to);
  return { url: call.url, headers: call.headers, body: JSON.parse(call.body!.toString()) as unknown };
};

test('a submission has the client’s members, unknown ones included, and the secret of the proxy', () => {
  expect(sent(imagine)).toEqual({
    url: 'https://mj.example/mj/submit/imagine',
    headers: { 'mj-api-secret': 'secret', 'content-type': 'application/json', accept: 'application/json' },
    body: { prompt: 'a cat', extra: 1 },
  });
  const overridden = { ...target, override: { botType: 'NIJI_JOURNEY' }, headers: { accept: '*/*' } };
  expect(sent(imagine, overridden)).toMatchObject({
    headers: { accept: '*/*' },
    body: { botType: 'NIJI_JOURNEY' },
  });
});

test('the mode is in the path where the channel wants it', () => {
  const fast = drawingRequest(drawingOrder('submit/imagine', { prompt: 'x' }), 'fast');
  expect(fast.pricedAs).toEqual(['mj_fast_imagine']);
  expect(sent(fast).url).toBe('https://mj.example/mj/submit/imagine');
  const prefixed: Target = { ...target, drawingModePrefix: true };
  expect(sent(fast, prefixed).url).toBe('https://mj.example/mj-fast/mj/submit/imagine');
  expect(sent(imagine, prefixed).url).toBe('https://mj.example/mj/submit/imagine');
});

test('continued tasks are named by the id of the upstream', () => {
  const origin = { upstreamId: '$1', prompt: 'a cat' };
  const change = drawingRequest(drawingOrder('submit/simple-change', { content: 'mine U2' }), '', origin);
  expect(change).toMatchObject({ model: 'mj_upscale', input: 'a cat', fields: { content: '$1 U2' } });
  const modal = drawingOrder('submit/modal', { taskId: 17, prompt: 'a hat' });
  expect(modal.originId).toBe('17');
  expect(drawingRequest(modal, '', origin)).toMatchObject({ input: 'a hat', fields: { taskId: '$1' } });
});

test.each([
  ['MJ::JOB::upsample::2::3dbbd469', 'UPSCALE'],
  ['MJ::JOB::upsample_v6r1_2x_subtle::1::3dbbd469::SOLO', 'UPSCALE'],
  ['MJ::JOB::variation::4::3dbbd469', 'VARIATION'],
  ['MJ::JOB::low_variation::1::3dbbd469::SOLO', 'LOW_VARIATION'],
  ['MJ::JOB::high_variation::1::3dbbd469::SOLO', 'HIGH_VARIATION'],
  ['MJ::JOB::pan_up::1::3dbbd469::SOLO', 'PAN'],
  ['MJ::JOB::reroll::0::3dbbd469::SOLO', 'REROLL'],
  ['MJ::Outpaint::75::1::3dbbd469::SOLO', 'ZOOM'],
  ['MJ::CustomZoom::3dbbd469', 'CUSTOM_ZOOM'],
  ['MJ::Inpaint::1::3dbbd469::SOLO', 'INPAINT'],
])('%s is %s', (customId, action) => {
  expect(actionOfCustomId(customId)).toBe(action);
});

test.each([
  ['', 'unknown_action:'],
  ['MJ', 'unknown_action:MJ'],
  ['MJ::', 'unknown_action:MJ::'],
  ['MJ::JOB', 'unknown_action:MJ::JOB'],
  ['MJ::JOB::', 'unknown_action:MJ::JOB::'],
  ['MJ::BOOKMARK::x', 'unknown_action:MJ::BOOKMARK::x'],
  ['MJ::constructor', 'unknown_action:MJ::constructor'],
  ['MJ::JOB::upsample', 'index_parse_failed'],
  ['MJ::JOB::upsample::x', 'index_parse_failed'],
  ['MJ::JOB::variation::', 'index_parse_failed'],
])('the button %j is refused: %s', (customId, message) => {
  expect(() => actionOfCustomId(customId)).toThrow(message);
});

describe('responses to submissions', () => {
  test('of the documentation', () => {
    const body = midjourneyTasks.parse!(
      '{"code":1,"description":"提交成功","properties":{},"result":1320098173412546}',
    );
    expect(readAcceptance(body, imagine)).toMatchObject({ kind: 'accepted', upstreamId: '1320098173412546' });
    const existing = {
      code: 21,
      description: '任务已存在',
      result: '0741798445574458',
      properties: { status: 'SUCCESS', imageUrl: 'https://xxxx' },
    };
    expect(readAcceptance(existing, imagine)).toMatchObject({
      upstreamId: '0741798445574458',
      existed: true,
      report: { status: 'SUCCESS', drawing: { code: 21, imageUrl: 'https://xxxx' } },
      body: { code: 1 },
    });
    const queued = {
      code: 22,
      description: '排队中，前面还有1个任务',
      result: '0741798445574458',
      properties: { numberOfQueues: 1, discordInstanceId: '1118138338562560102' },
    };
    expect(readAcceptance(queued, imagine)).toMatchObject({ kind: 'accepted', body: { code: 1 } });
    const full = {
      code: 23,
      description: '队列已满，请稍后尝试',
      result: '14001929738841620',
      properties: {},
    };
    expect(readAcceptance(full, imagine)).toEqual({
      kind: 'refused',
      reason: full.description,
      body: full,
      code: 23,
    });
  });

  test('a window keeps its code and is free', () => {
    const answer = { code: 21, description: 'Waiting', result: '1', properties: {} };
    for (const action of ['INPAINT', 'CUSTOM_ZOOM']) {
      const accepted = readAcceptance(answer, task(action));
      expect(accepted).toMatchObject({ charged: false, body: { code: 21 } });
      expect(accepted).not.toHaveProperty('existed');
    }
  });

  test('without an account the channel is disabled', () => {
    expect(readAcceptance({ code: 3, description: '无可用的账号实例' }, imagine)).toMatchObject({
      kind: 'refused',
      disables: 'No available account instance',
    });
  });

  test.each([
    null,
    [],
    'x',
    {},
    { code: null },
    { code: 1 },
    { code: '1', result: '' },
    { code: 1, result: 1.5 },
  ])('%j cannot be used', (body) => {
    expect(() => readAcceptance(body, imagine)).toThrow('unmarshal_response_body_failed');
  });
});

test('embedded files of an upload are not stored', () => {
  const body = {
    code: 1,
    description: 'ok',
    result: ['https://cdn.example/1.png', 'data:image/png;base64,AAAA', 5],
  };
  expect(readAcceptance(body, task('UPLOAD'))).toMatchObject({
    upstreamId: '',
    report: { status: 'SUCCESS', results: [{ url: 'https://cdn.example/1.png', kind: 'image' }] },
  });
});

describe('reports', () => {
  test('of the documentation', () => {
    const [report] = readTasks([
      {
        id: '1689231405853400',
        action: 'IMAGINE',
        status: 'SUCCESS',
        prompt: '猫猫',
        promptEn: 'Cat',
        description: '/imagine 猫猫',
        submitTime: 1689231405854,
        startTime: 1689231442755,
        finishTime: 1689231544312,
        progress: '100%',
        imageUrl: 'https://cdn.discordapp.com/attachments/xxx/xxx/xxxx.png',
        failReason: null,
        properties: { finalPrompt: 'Cat' },
      },
    ]);
    expect(report).toEqual({
      upstreamId: '1689231405853400',
      status: 'SUCCESS',
      progress: '100%',
      startTime: 1689231442755,
      finishTime: 1689231544312,
      drawing: {
        promptEn: 'Cat',
        description: '/imagine 猫猫',
        state: '',
        imageUrl: 'https://cdn.discordapp.com/attachments/xxx/xxx/xxxx.png',
        buttons: '',
        properties: '{"finalPrompt":"Cat"}',
      },
    });
  });

  test('anything but a list is refused, and entries that are no tasks are ignored', () => {
    for (const body of [null, {}, 'x', 5]) expect(() => readTasks(body)).toThrow('no list of tasks');
    expect(readTasks([null, 1, 'x', [], {}, { id: null }, { id: {} }])).toEqual([]);
  });
});

test.each<[number, string, string, string]>([
  [400, '{"description":"quota_not_enough ","type":"upstream_error","code":4}', 'quota_not_enough', '4'],
  [401, '{"error":{"message":"bad key","type":"new_api_error"}}', 'bad key', ''],
])('an error of status %d: %s', (status, body, message, code) => {
  const failure = readError(status, {}, body);
  expect(failure).toMatchObject({ status, message });
  if (code !== '') expect(failure.code).toBe(code);
});
