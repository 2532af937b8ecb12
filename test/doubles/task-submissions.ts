/** Responses to submissions of tasks by path, for tests that only submit; states are simulated by doubles of their own. */
export const taskSubmissions: Readonly<Record<string, object>> = {
  '/suno/submit/MUSIC': { code: 'success', message: '', data: 'song-1' },
  '/mj/submit/imagine': {
    code: 1,
    description: 'Submit success',
    result: '1320098173412546',
    properties: {},
  },
  '/v1/videos': {
    id: 'video_1',
    object: 'video',
    model: 'video',
    status: 'queued',
    progress: 0,
    created_at: 1_700_000_000,
    seconds: '4',
    size: '720x1280',
  },
  '/api/v3/contents/generations/tasks': { id: 'cgt-20260101-1' },
};
