import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../../lib/format/format';
import { useIsMedium } from '../../../lib/browser/use-is-phone';
import { useSteady } from '../../../lib/interaction/use-steady';
import type { Column } from '../../../ui/table/columns';
import { RowTime } from '../../../ui/text/row-time';
import { GroupTags } from '../../../ui/badge/group-tag';
import {
  ChannelTag,
  costOf,
  InputTokens,
  isFailed,
  isUsage,
  Model,
  Route,
  ShortDetails,
  Timing,
  TokenName,
  TypeBadge,
  UserName,
} from './log-cells';
import { readFailure } from '../read-failure';
import { readFacts } from './read-log-row';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/logs/log';
import type { QuickChoice } from '../use-logs';

/** Rows that belong to a token and a model. */
const isOfModel = (log: LogResponse) => isUsage(log) || isFailed(log) || log.type === LogType.refund;
/** A request can fail before it has a channel or a group. */
const hasChannel = (log: LogResponse) => isOfModel(log) && (log.channel > 0 || !isFailed(log));
const groupOf = (log: LogResponse) => log.group || readFacts(log).group;
const hasGroup = (log: LogResponse) => isOfModel(log) && (groupOf(log) !== '' || !isFailed(log));
/** A row of several requests has no duration. */
const isTimed = (log: LogResponse) => isUsage(log) || readFailure(log)?.suppressed === 0;

export function useLogColumns(
  admin: boolean,
  { only, exclude }: QuickChoice,
  { onUser, onReceipt }: { onUser: (id: number) => void; onReceipt: (id: number) => void },
  /** No times are set, so the list shows the last three days. */
  onlyRecent: boolean,
): Column<LogResponse>[] {
  const { t } = useTranslation();
  const quick = useSteady({ only, exclude });
  const medium = useIsMedium();
  const open = useSteady({ user: onUser, receipt: onReceipt });
  return useMemo(() => {
    const columns: (Column<LogResponse> | false)[] = [
      {
        key: 'time',
        title: t(onlyRecent ? 'log.timeRecent' : 'log.time'),
        width: 112,
        card: 'title',
        fixed: true,
        render: (log) => <RowTime seconds={log.created_at} />,
      },
      admin && {
        key: 'channel',
        title: t('common.channel'),
        render: (log) => hasChannel(log) && <ChannelTag log={log} quick={quick} />,
      },
      admin && {
        key: 'username',
        title: t('log.user'),
        render: (log) => <UserName log={log} quick={quick} onUser={open.user} />,
      },
      {
        key: 'token',
        title: t('log.token'),
        render: (log) => isOfModel(log) && log.token_name && <TokenName log={log} quick={quick} />,
      },
      {
        key: 'group',
        title: t('common.group'),
        optional: medium,
        render: (log) => hasGroup(log) && <GroupTags groups={groupOf(log)} />,
      },
      {
        key: 'type',
        title: t('log.type'),
        card: 'status',
        render: (log) => <TypeBadge type={log.type} />,
      },
      {
        key: 'model',
        title: t('common.model'),
        card: 'wide',
        render: (log) => isOfModel(log) && log.model_name && <Model log={log} quick={quick} />,
      },
      {
        key: 'use_time',
        title: t('log.useTime'),
        wraps: true,
        render: (log) => isTimed(log) && <Timing log={log} />,
      },
      {
        key: 'prompt',
        title: t('log.prompt'),
        align: 'right',
        render: (log) => isUsage(log) && <InputTokens log={log} />,
      },
      {
        key: 'completion',
        title: t('log.completion'),
        align: 'right',
        render: (log) => isUsage(log) && log.completion_tokens > 0 && formatExact(log.completion_tokens),
      },
      {
        key: 'cost',
        title: t('log.cost'),
        align: 'right',
        render: (log) => costOf(log, open.receipt),
      },
      admin && {
        key: 'retry',
        title: t('log.retry'),
        optional: medium,
        align: 'center',
        card: 'none',
        render: (log) => (isUsage(log) || isFailed(log)) && hasChannel(log) && <Route log={log} />,
      },
      {
        key: 'details',
        title: t('log.details'),
        optional: medium,
        card: 'wide',
        render: (log) => <ShortDetails log={log} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, admin, quick, open, onlyRecent, medium]);
}
