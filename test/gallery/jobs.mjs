const now = Math.floor(Date.now() / 1000);

const DRAWING = {
  code: 1,
  channel_id: 1,
  prompt: 'a mountain cabin in the morning mist, very detailed, wide angle, soft light --ar 16:9',
  prompt_en: 'a mountain cabin in the morning mist, very detailed, wide angle, soft light --ar 16:9',
  description: '',
  state: '',
  user_id: 2,
  start_time: 0,
  quota: 50_000,
  properties: '',
  buttons: JSON.stringify(
    ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'].map((label) => ({ customId: label, emoji: '', label })),
  ),
  image_url: '',
  fail_reason: '',
};

/** What the console may show of jobs, newest first: no provider of images or songs stands behind the gallery. */
const drawings = [
  { action: 'IMAGINE', status: 'IN_PROGRESS', progress: '40%', ago: 30, buttons: '' },
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

const SONGS = ['Dawn over the harbour', 'Dawn over the harbour (second take)'].map((title, index) => ({
  id: `song-${index}`,
  title,
  audio_url: `https://cdn.example.com/song-${index}.mp3`,
  video_url: `https://cdn.example.com/song-${index}.mp4`,
  image_url: index === 0 ? '/logo.svg' : '',
  metadata: {
    tags: 'acoustic, calm, female voice',
    duration: 184.5 + index,
    prompt:
      '[Verse]\nThe harbour wakes, the gulls are loud\nA kettle sings behind a cloud\n\n[Chorus]\nDawn, dawn, carry me on\nUntil the last of the night is gone',
  },
}));

const tasks = [
  { action: 'MUSIC', status: 'IN_PROGRESS', progress: '30%', ago: 40 },
  {
    action: 'textGenerate',
    platform: 'video',
    status: 'SUCCESS',
    progress: '100%',
    ago: 200,
    took: 55,
    data: null,
  },
  { action: 'LYRICS', status: 'QUEUED', progress: '0%', ago: 60 },
  { action: 'MUSIC', status: 'SUCCESS', progress: '100%', ago: 600, took: 84.5 },
  { action: 'MUSIC', status: 'FAILURE', progress: '100%', ago: 800, took: 12, fail_reason: 'lyrics refused' },
].map(({ ago, took, ...rest }, index) => ({
  id: 5 - index,
  task_id: `6f1c2b9e-4a7d-4c1f-9b52-0d7f5a1e3c${40 + index}`,
  platform: 'suno',
  channel_id: 2,
  user_id: 2,
  quota: 50_000,
  created_at: now - ago,
  updated_at: now - ago,
  properties: { input: 'A calm song about a harbour in the morning' },
  fail_reason: '',
  submit_time: now - ago,
  start_time: 0,
  finish_time: took ? now - ago + took : 0,
  data: SONGS,
  ...rest,
}));

const running = ['drawing', 'task'].flatMap((kind) => [
  {
    kind,
    channel_id: 1,
    channel_name: 'OpenAI main',
    running: 12,
    stuck: 2,
    oldest_due_seconds: 400,
    oldest_seconds: 2400,
    quota: 600_000,
  },
  {
    kind,
    channel_id: 5,
    channel_name: 'Azure, Sweden Central, reserved for the translation department',
    running: 1,
    stuck: 0,
    oldest_due_seconds: 0,
    oldest_seconds: 30,
    quota: 50_000,
  },
]);

/** Answers of the server, by address; later ones come first. */
export const JOBS = [
  [/\/api\/mj\//, drawings],
  [/\/api\/task\//, tasks],
  [/\/api\/task\/running/, running],
];
