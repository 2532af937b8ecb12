import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format/format';
import { logText } from '../../text/log-text';
import type { ExportColumn } from '../../ui/page/export-menu';
import type { DrawingResponse } from '#contract/resources/tasks/drawing';

/** Columns of an exported drawings file. Quota is in raw units, and statuses are raw values, so that they can be searched for. */
export function useDrawingExport(admin: boolean): ExportColumn<DrawingResponse>[] {
  const { t } = useTranslation();
  return [
    { title: t('drawings.submitted'), value: ({ submit_time }) => formatTime(submit_time / 1000) },
    { title: t('tasks.finished'), value: ({ finish_time }) => formatTime(finish_time / 1000) },
    ...(admin
      ? [{ title: t('drawings.channelId'), value: ({ channel_id }: DrawingResponse) => channel_id }]
      : []),
    { title: t('drawings.id'), value: ({ mj_id }) => mj_id },
    { title: t('drawings.type'), value: ({ action }) => action },
    { title: t('drawings.status'), value: ({ status }) => status },
    { title: t('drawings.progress'), value: ({ progress }) => progress },
    { title: t('log.quota'), value: ({ quota }) => quota },
    { title: t('drawings.image'), value: ({ image_url, video_url }) => video_url || image_url },
    { title: t('drawings.prompt'), value: ({ prompt }) => prompt },
    { title: t('drawings.promptEn'), value: ({ prompt_en }) => prompt_en },
    { title: t('drawings.failReason'), value: ({ fail_reason }) => logText(fail_reason) },
  ];
}
