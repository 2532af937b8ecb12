const CALL = { unit: 'call', usd: 0.1, seconds: null, factors: [], modes: [] };
const model = (model_name, task) => ({
  model_name,
  task: task ? { ...CALL, ...task } : null,
  priced: true,
  quota_type: 1,
  model_ratio: 0,
  model_price: 0.04,
  completion_ratio: 0,
  usd_per_million: null,
  enable_groups: ['default', 'vip'],
});

const MODELS = [
  model('dall-e-3'),
  model('sora-2', { family: 'video', seconds: { default: 4, min: 4, max: 12, values: [4, 8, 12] } }),
  model('suno_music', { family: 'music' }),
  model('suno_lyrics', { family: 'music' }),
  ...['imagine', 'describe', 'blend'].map((name) =>
    model(`mj_${name}`, {
      family: 'drawing',
      modes: [
        { mode: 'relax', usd: 0.05 },
        { mode: 'fast', usd: 0.1 },
      ],
    }),
  ),
];

const SONGS = ['A calm song about a harbour', 'Dawn'].map((title) => ({
  title,
  audio_url: 'https://cdn.example.com/song.mp3',
  image_url: '/logo.svg',
  metadata: {
    tags: 'acoustic, calm',
    duration: 184,
    prompt: '[Verse]\nThe harbour wakes, the gulls are loud',
  },
}));

/** Models and tasks of the playground: no provider of images or songs stands behind the gallery. */
export const PLAYED = [
  [/\/api\/pricing/, MODELS],
  [/\/pg\/images\//, Array.from({ length: 4 }, () => ({ url: '/logo.svg' }))],
  [/\/pg\/suno\/submit\//, 'song-1'],
  [/\/pg\/suno\/fetch\//, { action: 'MUSIC', status: 'SUCCESS', progress: '100%', data: SONGS }],
  [/\/pg\/mj\//, undefined],
];

const chat = (model_name) => ({
  ...model(model_name),
  quota_type: 0,
  model_ratio: 1,
  completion_ratio: 4,
  usd_per_million: { input: 2, output: 8, cache_read: null, cache_write: null },
});

/** Models of chats to compare. */
export const CHATS = [
  [/\/api\/pricing/, ['gpt-4o-mini', 'claude-sonnet-4'].map(chat)],
  [/\/api\/user\/models/, ['gpt-4o-mini', 'claude-sonnet-4']],
];
