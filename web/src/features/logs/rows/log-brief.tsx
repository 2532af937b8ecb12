import type { TFunction } from 'i18next';
import type { Brief } from '../../../ui/table/data-table.types';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/logs/log';
import { shortTime } from '../../../ui/text/row-time';
import { costOf, isFailed, isUsage, ShortDetails, TypeBadge } from './log-cells';
import { failureLine, readFailure } from '../read-failure';

/** A row of the log in two lines, for phones: model and cost; time, user, token, and how it went. Other rows: their text. */
export function briefOf(log: LogResponse, admin: boolean, t: TFunction): Brief {
  const failure = readFailure(log);
  const parts = [
    shortTime(log.created_at),
    admin && log.username,
    log.token_name,
    isUsage(log) && t('log.seconds', { n: log.use_time }),
    failure && failureLine(failure, t),
  ];
  return {
    title: log.model_name || <ShortDetails log={log} />,
    // Nearly all rows are charges: the others are marked. Failed requests have no price.
    value: isFailed(log) ? <TypeBadge type={log.type} /> : costOf(log),
    line: parts.filter(Boolean).join(' · '),
    status: log.type !== LogType.consumption && !isFailed(log) && <TypeBadge type={log.type} />,
  };
}
