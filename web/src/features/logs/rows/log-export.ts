import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import type { ExportColumn } from '../../../ui/page/export-menu';
import { failureLine, readFailure } from '../read-failure';
import { readContent, readInput } from './read-log-row';
import type { LogResponse } from '#contract/resources/logs/log';

/** Columns of an exported log file. Quota is in raw units; columns for administrators are left out for others. */
export function useLogExport(admin: boolean): ExportColumn<LogResponse>[] {
  const { t } = useTranslation();
  return [
    { title: t('log.time'), value: ({ created_at }) => formatTime(created_at) },
    { title: t('log.type'), value: ({ type }) => type },
    ...(admin
      ? [
          { title: t('log.channelId'), value: ({ channel }: LogResponse) => channel },
          { title: t('log.user'), value: ({ username }: LogResponse) => username },
        ]
      : []),
    { title: t('log.token'), value: ({ token_name }) => token_name },
    { title: t('common.group'), value: ({ group }) => group },
    { title: t('common.model'), value: ({ model_name }) => model_name },
    { title: t('log.useTime'), value: ({ use_time }) => use_time },
    { title: t('log.stream'), value: ({ is_stream }) => is_stream },
    { title: t('log.prompt'), value: (log) => readInput(log).total },
    { title: t('log.cached'), value: (log) => readInput(log).cached },
    { title: t('log.completion'), value: ({ completion_tokens }) => completion_tokens },
    { title: t('log.quota'), value: ({ quota }) => quota },
    { title: t('logDetail.requestId'), value: ({ request_id }) => request_id ?? '' },
    { title: t('logDetail.content'), value: (log) => contentOf(log, t) },
    { title: t('logDetail.status'), value: (log) => readFailure(log)?.status },
    { title: t('logDetail.errorCode'), value: (log) => readFailure(log)?.code },
  ];
}

/** Of a request that failed: the error, and for how many further requests its row stands. */
function contentOf(log: LogResponse, t: TFunction): string {
  const failure = readFailure(log);
  return failure ? failureLine({ ...failure, status: undefined }, t) : readContent(log);
}
