import { LogType } from '#contract/enums';
import type { SearchResponse } from '#contract/resources/search';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { get } from '../../lib/api/api';
import type { List } from '../../lib/list/use-list';
import { FilterBreak } from '../../ui/page/filter-bar';
import { TimeFilterBar } from '../../ui/page/time-filter-bar';
import type { GroupOffersResponse } from '#contract/resources/group';
import type { LogResponse } from '#contract/resources/logs/log';
import { NameFilter } from './name-filter';
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
  const groups = useGroupNames(admin);

  const text = (name: keyof LogFilters & string, label: string, width: number, placeholder?: string) => (
    <TextInput
      label={label}
      name={name}
      w={{ sm: width }}
      placeholder={placeholder}
      defaultValue={filters[name]}
    />
  );
  const named = (name: keyof LogFilters & string) => ({
    name,
    value: filters[name] ?? '',
    onChoose: (value: string) => list.setFilters({ [name]: value }),
  });

  return (
    <TimeFilterBar
      list={{ ...list, refresh: onRefresh }}
      extra={controls}
      after={
        <>
          <TypeSelect value={filters.type} onChange={(type) => list.setFilters({ type, result: '' })} />
          {text('request_id', t('logDetail.requestId'), 290)}
          <FilterBreak />
          <NameFilter {...named('token_name')} label={t('log.tokenName')} width={150} found={tokensOf} />
          <NameFilter
            {...named('model_name')}
            label={t('log.modelName')}
            width={180}
            placeholder={t('log.modelHint')}
            found={modelsOf}
          />
          {text('error', t('log.error'), 170, t('log.errorHint'))}
          <NameFilter {...named('group')} label={t('log.group')} width={110} all={groups} />
          {admin && (
            <NameFilter {...named('channel')} label={t('log.channelId')} width={100} found={channelsOf} />
          )}
          {admin && (
            <NameFilter {...named('username')} label={t('log.userName')} width={120} found={usersOf} />
          )}
        </>
      }
    />
  );
}

const tokensOf = ({ tokens }: SearchResponse) =>
  tokens.map(({ name, username }) => ({ value: name, meaning: username }));
const modelsOf = ({ models }: SearchResponse) => models.map(({ name }) => ({ value: name }));
const channelsOf = ({ channels }: SearchResponse) =>
  channels.map(({ id, name }) => ({ value: String(id), meaning: name }));
const usersOf = ({ users }: SearchResponse) =>
  users.map(({ username, display_name: display }) => ({
    value: username,
    ...(display !== username && { meaning: display }),
  }));

/** Groups of all users for administrators, else those that the viewer may use. */
function useGroupNames(admin: boolean): string[] {
  const { data } = useSWR(admin ? '/api/group/' : '/api/user/self/groups', (path: string) =>
    get<string[] | GroupOffersResponse>(path),
  );
  return Array.isArray(data) ? data : Object.keys(data ?? {});
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
