import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api';
import { useSelf } from '../../../lib/api/use-self';
import type { Submission } from './submission';
import { submitTask } from './task-calls';

/** A submitted form and what became of it. */
export interface TaskJob {
  key: number;
  submission: Submission;
  /** Of a task that was accepted. */
  id?: string;
  /** Images that came with the answer. */
  images?: string[];
  /** Why the submission was refused, translated for the user. */
  problem?: string;
  /** The gateway refused it, so that nothing was charged; without an answer of the gateway that is not known. */
  refused?: boolean;
}

/** The tasks of this visit, newest first. They stay while the user changes the mode. */
export function useTaskJobs(group: string) {
  const [jobs, setJobs] = useState<TaskJob[]>([]);
  const last = useRef(0);
  const { refresh } = useSelf();

  async function submit(submission: Submission): Promise<void> {
    const key = (last.current += 1);
    setJobs((current) => [{ key, submission }, ...current]);
    const outcome = await submitTask(submission, group).catch((error: unknown) => ({
      problem: error instanceof Error ? error.message : String(error),
      refused: error instanceof ApiError && error.status >= 200 && error.status <= 499,
    }));
    setJobs((current) => current.map((job) => (job.key === key ? { ...job, ...outcome } : job)));
    await refresh();
  }

  return {
    jobs,
    submit: (submission: Submission) => void submit(submission),
    remove: (key: number) => setJobs((current) => current.filter((job) => job.key !== key)),
  };
}

export type TaskJobs = ReturnType<typeof useTaskJobs>;
