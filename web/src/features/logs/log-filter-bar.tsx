import { LogType } from '#contract/enums';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { List } from '../../lib/list/use-list';
import { FilterBreak } from '../../ui/page/filter-bar';
import { TimeFilterBar } from '../../ui/page/time-filter-bar';
import type { LogResponse } from '#contract/resources/logs/log';
import type { LogFilters } from './use-logs';

interface LogFilterBarProps {
  list: List<LogResponse, LogFilters>;
  admin: boolean;
  onRefresh: () => Promise<void>;
  /** Controls at the end of the bar. */
  controls: ReactNode;
}

export function LogFilterBar({ list, admin, onRefresh, controls }: LogFilterBarProps) {
  const { t } = useTranslation();
  const { filters } = list;

  const text = (name: keyof LogFilters & string, label: string, width: number, placeholder?: string) => (
    <TextInput
      label={label}
      name={name}
      w={{ sm: width }}
      placeholder={placeholder}
      defaultValue={filters[name]}
    />
  );

  return (
    <TimeFilterBar
      list={{ ...list, refresh: onRefresh }}
      extra={controls}
      after={
        <>
          <TypeSelect value={filters.type} onChange={(type) => list.setFilters({ type, result: '' })} />
          {text('request_id', t('logDetail.requestId'), 290)}
          <FilterBreak />
          {text('token_name', t('log.tokenName'), 150)}
          {text('model_name', t('log.modelName'), 180, t('log.modelHint'))}
          {text('error', t('log.error'), 170, t('log.errorHint'))}
          {text('group', t('log.group'), 120)}
          {admin && text('channel', t('log.channelId'), 100)}
          {admin && text('username', t('log.userName'), 130)}
        </>
      }
    />
  );
}

function TypeSelect({ value, onChange }: { value: string; onChange: (type: string) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      label={t('log.type')}
      w={{ sm: 130 }}
      allowDeselect={false}
      data={[
        { value: '0', label: t('log.typeAll') },
        { value: String(LogType.topUp), label: t('log.typeTopup') },
        { value: String(LogType.consumption), label: t('log.typeConsume') },
        { value: String(LogType.management), label: t('log.typeManage') },
        { value: String(LogType.system), label: t('log.typeSystem') },
        { value: String(LogType.error), label: t('log.typeErrors') },
        { value: String(LogType.refund), label: t('log.typeRefund') },
      ]}
      value={value}
      onChange={(type) => type !== null && onChange(type)}
    />
  );
}
