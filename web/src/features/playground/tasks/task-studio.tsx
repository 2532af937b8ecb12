import { Paper, Stack } from '@mantine/core';
import { IconPhotoSpark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PricedModel } from '../../../lib/models/sample-model';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { DrawingForm } from './drawing-form';
import { ImageForm } from './image-form';
import type { TaskMode } from './modes';
import { MusicForm } from './music-form';
import type { Submission } from './submission';
import { TaskJobCard } from './task-job';
import classes from './tasks.module.css';
import type { TaskJobs } from './use-task-jobs';
import { VideoForm } from './video-form';

/** What each form needs. */
export interface TaskFormProps {
  /** Those of the mode, at least one. */
  models: readonly PricedModel[];
  /** The field that chooses the group. */
  groupField: ReactNode;
  groupRatio: number;
  onSubmit: (submission: Submission) => void;
}

const FORMS = { image: ImageForm, video: VideoForm, music: MusicForm, drawing: DrawingForm } as const;

interface TaskStudioProps {
  mode: TaskMode;
  models: readonly PricedModel[];
  groupField: ReactNode;
  groupRatio: number;
  tasks: TaskJobs;
}

/** A form for tasks of one mode beside those that were submitted. */
export function TaskStudio({ mode, models, groupField, groupRatio, tasks }: TaskStudioProps) {
  const { t } = useTranslation();
  const Form = FORMS[mode];
  const jobs = tasks.jobs.filter(({ submission }) => submission.mode === mode);
  return (
    <div className={classes.studio}>
      <Paper component="section" withBorder className={classes.form} aria-label={t('playTasks.form')}>
        <Form
          key={mode}
          models={models}
          groupField={groupField}
          groupRatio={groupRatio}
          onSubmit={tasks.submit}
        />
      </Paper>
      <section className={classes.results} aria-label={t('playTasks.results')}>
        {jobs.length === 0 ? (
          <EmptyState
            icon={<IconPhotoSpark size={22} stroke={1.5} />}
            title={t('playTasks.empty')}
            hint={t('playTasks.emptyHint')}
          />
        ) : (
          <Stack gap="md">
            {jobs.map((job) => (
              <TaskJobCard key={job.key} job={job} onRemove={() => tasks.remove(job.key)} />
            ))}
          </Stack>
        )}
      </section>
    </div>
  );
}
