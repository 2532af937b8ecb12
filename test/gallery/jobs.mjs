const now = Math.floor(Date.now() / 1000);

const DRAWING = {
  code: 1,
  channel_id: 1,
  prompt: 'a mountain cabin in the morning mist, very detailed, wide angle, soft light --ar 16:9',
  prompt_en: 'a mountain cabin in the morning mist, very detailed, wide angle, soft light --ar 16:9',
  image_url: '',
  fail_reason: '',
};

/** What the console may show of jobs, newest first: no provider of images or songs stands behind the gallery. */
const drawings = [
  { action: 'IMAGINE', status: 'IN_PROGRESS', progress: '40%', ago: 30 },
  { action: 'UPSCALE', status: 'SUCCESS', progress: '100%', ago: 600, took: 41, image_url: '/logo.svg' },
  { action: 'VARIATION', status: 'NOT_START', progress: '0%', ago: 900, code: 22 },
  { action: 'DESCRIBE', status: 'SUCCESS', progress: '100%', ago: 5000, took: 95, image_url: '/logo.svg' },
  { action: 'BLEND', status: 'FAILURE', progress: '0%', ago: 9000, took: 3, fail_reason: 'Banned prompt' },
].map(({ ago, took, ...rest }, index) => ({
  ...DRAWING,
  id: 5 - index,
  mj_id: String(1_745_000_000_123_456 + index),
  submit_time: (now - ago) * 1000,
  finish_time: took ? (now - ago + took) * 1000 : 0,
  ...rest,
}));

const tasks = [
  { action: 'MUSIC', status: 'IN_PROGRESS', progress: '30%', ago: 40 },
  { action: 'LYRICS', status: 'QUEUED', progress: '0%', ago: 60 },
  { action: 'MUSIC', status: 'SUCCESS', progress: '100%', ago: 600, took: 84.5 },
  { action: 'MUSIC', status: 'FAILURE', progress: '100%', ago: 800, took: 12, fail_reason: 'lyrics refused' },
].map(({ ago, took, ...rest }, index) => ({
  id: 4 - index,
  task_id: `6f1c2b9e-4a7d-4c1f-9b52-0d7f5a1e3c${40 + index}`,
  platform: 'suno',
  channel_id: 2,
  fail_reason: '',
  submit_time: now - ago,
  finish_time: took ? now - ago + took : 0,
  data: [{ title: 'Dawn', duration: 84.5, tags: 'acoustic, calm' }],
  ...rest,
}));

/** Answers of the server, by address. */
export const JOBS = [
  [/\/api\/mj\//, drawings],
  [/\/api\/task\//, tasks],
];
