import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api';
import { useSession } from '../../../lib/api/session';
import { useSelf } from '../../../lib/api/use-self';
import { forgetImages, keepImages, readImages } from '../../../lib/browser/image-store';
import { keepJobs, MAX_JOBS, readJobs } from './stored-jobs';
import type { Submission } from './submission';
import { submitTask } from './task-calls';

/** A submitted form and what became of it. */
export interface TaskJob {
  key: string;
  submission: Submission;
  /** Of a task that was accepted. */
  id?: string;
  /** Images that came with the answer. */
  images?: string[];
  /** They are kept apart, because they are no addresses. */
  hasKeptImages?: boolean;
  /** The browser does not have them any more. */
  isGone?: boolean;
  /** The page was left before the answer arrived. */
  isInterrupted?: boolean;
  /** Why the submission was refused, translated for the user. */
  problem?: string;
  /** Code of its error; '' = unknown. */
  problemCode?: string;
  /** HTTP status; 0 = no response. */
  problemStatus?: number;
  /** The gateway refused it, so that nothing was charged; without an answer of the gateway that is not known. */
  refused?: boolean;
}

/** The user's tasks in this browser, newest first. They stay while the user changes the mode, and after a reload. */
export function useTaskJobs(group: string) {
  const userId = useSession()?.id ?? 0;
  const [jobs, setJobs] = useState(() => readJobs(userId));
  const { refresh } = useSelf();
  useEffect(() => keepJobs(userId, jobs), [userId, jobs]);

  const change = (key: string, changes: Partial<TaskJob>) =>
    setJobs((current) => current.map((job) => (job.key === key ? { ...job, ...changes } : job)));

  useEffect(() => {
    for (const { key, hasKeptImages } of readJobs(userId))
      if (hasKeptImages)
        void readImages(key).then((images) => change(key, images ? { images } : { isGone: true }));
  }, [userId]);

  async function submit(submission: Submission): Promise<void> {
    const key = crypto.randomUUID();
    setJobs((current) => [{ key, submission }, ...current]);
    void forgetImages(jobs.slice(MAX_JOBS - 1).map((job) => job.key));
    const outcome = await submitTask(submission, group).catch(failureOf);
    const { images = [] }: Partial<TaskJob> = outcome;
    const hasKeptImages = images.some((image) => image.startsWith('data:'));
    if (hasKeptImages) await keepImages(key, images);
    change(key, { ...outcome, ...(hasKeptImages && { hasKeptImages }) });
    await refresh();
  }

  function remove(key: string) {
    setJobs((current) => current.filter((job) => job.key !== key));
    void forgetImages([key]);
  }

  return { jobs, submit: (submission: Submission) => void submit(submission), remove };
}

export type TaskJobs = ReturnType<typeof useTaskJobs>;

function failureOf(error: unknown): Partial<TaskJob> {
  const { status = 0, code = '' } = error instanceof ApiError ? error : {};
  return {
    problem: error instanceof Error ? error.message : String(error),
    problemCode: code,
    problemStatus: status,
    refused: status >= 200 && status <= 499,
  };
}
