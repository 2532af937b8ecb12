import type { TaskStatus } from '../../task-apis/task.js';
import { video } from '../../../../test/dialects/video-calls.js';
import { videoState } from './video-states.js';

const SORA = 55;

describe('states of videos, in the words of all providers', () => {
  test.each<[TaskStatus, string[]]>([
    ['QUEUED', ['queued', 'pending', 'PENDING', 'Queueing', 'in_queue']],
    ['IN_PROGRESS', ['in_progress', 'In Progress', 'processing', 'RUNNING', 'generating']],
    ['SUCCESS', ['completed', 'succeeded', 'succeed', 'success', 'done']],
    ['FAILURE', ['failed', 'Fail', 'error', 'cancelled', 'CANCELED', 'expired', 'incomplete', 'rejected']],
    ['FAILURE', ['timeout', 'timed out', 'aborted', 'content-moderated', 'not_found']],
  ])('%s: %j', (status, words) => {
    expect(words.map(videoState)).toEqual(words.map(() => status));
  });

  test.each(['dreaming', '', undefined, 7])('%j is not known', (word) => {
    expect(videoState(word)).toBeUndefined();
  });
});

describe('a video of the API of OpenAI', () => {
  const report = (members: object) =>
    video(SORA, { model: 'sora-2' }).report({ id: 'u', object: 'video', ...members });

  test.each(['cancelled', 'expired', 'incomplete', 'rejected'])('%s has failed, and says so', (status) => {
    expect(report({ status, error: null })).toMatchObject({
      status: 'FAILURE',
      failReason: `the task ended with status ${status}`,
    });
  });

  test.each(['succeeded', 'success', 'completed'])('%s is finished', (status) => {
    expect(report({ status })).toMatchObject({
      status: 'SUCCESS',
      results: [{ url: '/v1/videos/u/content', kind: 'video' }],
    });
  });

  test.each([
    [{ status: 'withdrawn', error: { code: 'policy', message: 'no' } }, 'no'],
    [{ status: 'withdrawn', completed_at: 1_790_000_000 }, 'the task ended with status withdrawn'],
  ])('an unknown state that is final is a failure: %j', (members, failReason) => {
    expect(report(members)).toMatchObject({ status: 'FAILURE', failReason });
  });

  test.each([{ status: 'dreaming' }, { status: 'dreaming', completed_at: null, error: null }])(
    'an unknown state goes on: %j',
    (members) => {
      expect(report(members)).not.toHaveProperty('status');
    },
  );

  test.each([
    ['processing', 'IN_PROGRESS'],
    ['pending', 'QUEUED'],
  ])('%s goes on', (status, expected) => {
    expect(report({ status, progress: 7 })).toMatchObject({ status: expected, progress: '7%' });
  });
});
