import { readJson, writeJson } from '../../../lib/browser/storage';
import { MODES, type TaskMode } from './modes';
import type { TaskJob } from './use-task-jobs';

/** Results that are kept, of all modes together. */
export const MAX_JOBS = 30;
const keyOf = (userId: number) => `playground-results:${userId}`;

/** The results of earlier visits, newest first. Their images are read apart. */
export function readJobs(userId: number): TaskJob[] {
  const stored = readJson(keyOf(userId));
  return Array.isArray(stored) ? stored.filter(isJob).map(withoutRunning) : [];
}

/** Of what was sent only the name is kept: images to edit would exhaust the storage of the browser. */
export function keepJobs(userId: number, jobs: readonly TaskJob[]): void {
  const stored = jobs.slice(0, MAX_JOBS).map(({ images, submission, ...job }): TaskJob => {
    const addresses = images?.filter((image) => !image.startsWith('data:'));
    return {
      ...job,
      submission: { ...submission, body: {} },
      ...(addresses && addresses.length === images?.length && { images: addresses }),
    };
  });
  writeJson(keyOf(userId), stored);
}

/** A submission that was not answered when the page was left; the gateway goes on with it. */
function withoutRunning(job: TaskJob): TaskJob {
  const isOpen =
    job.id === undefined && job.images === undefined && job.problem === undefined && !job.hasKeptImages;
  return isOpen ? { ...job, isInterrupted: true } : job;
}

function isJob(value: unknown): value is TaskJob {
  if (typeof value !== 'object' || value === null) return false;
  const { key, submission }: { key?: unknown; submission?: unknown } = value;
  if (typeof key !== 'string' || typeof submission !== 'object' || submission === null) return false;
  const { mode, title, model }: { mode?: unknown; title?: unknown; model?: unknown } = submission;
  return isMode(mode) && typeof title === 'string' && typeof model === 'string';
}

function isMode(value: unknown): value is TaskMode {
  return value !== 'chat' && MODES.some((mode) => mode === value);
}
