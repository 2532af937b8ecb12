import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { logText } from '../../text/log-text';
import type { ExportColumn } from '../../ui/page/export-menu';
import type { TaskResponse } from '#contract/resources/tasks/task';

/** Export columns of tasks. Quota is in raw units; statuses are not translated, so that they can be searched. */
export function useTaskExport(admin: boolean): ExportColumn<TaskResponse>[] {
  const { t } = useTranslation();
  return [
    { title: t('tasks.submitted'), value: ({ submit_time }) => formatTime(submit_time) },
    { title: t('tasks.finished'), value: ({ finish_time }) => formatTime(finish_time) },
    ...(admin
      ? [{ title: t('drawings.channelId'), value: ({ channel_id }: TaskResponse) => channel_id }]
      : []),
    { title: t('drawings.taskId'), value: ({ task_id }) => task_id },
    { title: t('tasks.platform'), value: ({ platform }) => platform },
    { title: t('tasks.type'), value: ({ action }) => action },
    { title: t('tasks.status'), value: ({ status }) => status },
    { title: t('tasks.progress'), value: ({ progress }) => progress },
    { title: t('log.quota'), value: ({ quota }) => quota },
    { title: t('tasks.input'), value: ({ properties }) => properties.input },
    { title: t('tasks.failReason'), value: ({ fail_reason }) => logText(fail_reason) },
  ];
}
