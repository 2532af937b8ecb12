import { ActionIcon, Select, TextInput, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fromLocalInput, nowSeconds, toLocalInput } from '../../lib/format';
import { toast } from '../../lib/toast';
import type { List } from '../../lib/use-list';
import { FilterBar, FilterBreak } from '../../ui/filter-bar';
import { RangeMenu } from '../../ui/range-menu';
import type { Log, LogFilters } from './log.types';

const HOUR = 3600;

interface Props {
  list: List<Log, LogFilters>;
  admin: boolean;
  onRefresh: () => Promise<void>;
  /** What can be done with the rows. */
  actions: ReactNode;
}

export function LogFilterBar({ list, admin, onRefresh, actions }: Props) {
  const { t } = useTranslation();
  const { filters } = list;
  const times = { start: toLocalInput(Number(filters.start)), end: toLocalInput(Number(filters.end)) };
  const setRange = (start: number) =>
    list.setFilters({ start: String(start), end: String(nowSeconds() + HOUR) });

  function apply(wanted: Partial<LogFilters>) {
    const start = wanted.start ? fromLocalInput(wanted.start) : 0;
    const end = wanted.end ? fromLocalInput(wanted.end) : 0;
    if (Number.isNaN(start) || Number.isNaN(end)) {
      toast.error(t('common.checkInput'));
      return;
    }
    list.setFilters({ ...wanted, start: start ? String(start) : '', end: end ? String(end) : '' });
    void onRefresh();
  }

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
    <FilterBar
      collapsible
      filters={{ ...filters, ...times }}
      onApply={apply}
      extra={
        <>
          <Tooltip label={t('common.refresh')}>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('common.refresh')}
              onClick={() => void onRefresh()}
            >
              <IconRefresh size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
          {actions}
        </>
      }
    >
      <TextInput
        type="datetime-local"
        step={1}
        label={t('log.from')}
        name="start"
        defaultValue={times.start}
      />
      <TextInput type="datetime-local" step={1} label={t('log.to')} name="end" defaultValue={times.end} />
      <RangeMenu onPick={setRange} />
      <TypeSelect value={filters.type} onChange={(type) => list.setFilters({ type })} />
      <FilterBreak />
      {text('token_name', t('log.tokenName'), 150)}
      {text('model_name', t('log.modelName'), 180, t('log.modelHint'))}
      {text('group', t('log.group'), 120)}
      {admin && text('channel', t('log.channelId'), 100)}
      {admin && text('username', t('log.userName'), 130)}
    </FilterBar>
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
        { value: '1', label: t('log.typeTopup') },
        { value: '2', label: t('log.typeConsume') },
        { value: '3', label: t('log.typeManage') },
        { value: '4', label: t('log.typeSystem') },
      ]}
      value={value}
      onChange={(type) => type !== null && onChange(type)}
    />
  );
}
