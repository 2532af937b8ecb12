import { Button, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePanel } from '../../lib/use-panel';
import { useColumns } from '../../ui/columns';
import { DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterBar } from '../../ui/filter-bar';
import { PageHeader } from '../../ui/page-header';
import { useChannelColumns } from './channel-columns';
import { ChannelForm } from './channel-form';
import type { Channel } from './channel.types';
import { TestModelsModal } from './test-models-modal';
import { useChannels, useGroups } from './use-channels';

export function ChannelsPage() {
  const { t } = useTranslation();
  const { list, setIdSort, ...actions } = useChannels();
  const groups = useGroups();
  const panel = usePanel('/channel');
  const [tested, setTested] = useState<Channel>();
  const columns = useColumns(
    'channels-table-columns',
    useChannelColumns({ ...actions, onEdit: ({ id }) => panel.edit(id), onTestModels: setTested }),
  );
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={panel.add}>
      {t('channel.add')}
    </Button>
  );

  return (
    <>
      <PageHeader title={t('channel.title')} lead={t('channel.lead')}>
        {add}
      </PageHeader>
      <FilterBar
        filters={list.filters}
        onApply={list.setFilters}
        extra={
          <>
            <Switch
              label={t('channel.idSort')}
              checked={list.filters.id_sort === 'true'}
              onChange={(event) => setIdSort(event.currentTarget.checked)}
              my={8}
              mr="xs"
            />
            {columns.menu}
          </>
        }
      >
        <TextInput
          label={t('channel.search')}
          name="keyword"
          placeholder={t('channel.searchHint')}
          w={{ sm: 240 }}
          defaultValue={list.filters.keyword}
        />
        <TextInput
          label={t('channel.modelSearch')}
          name="model"
          placeholder={t('channel.modelSearchHint')}
          w={{ sm: 150 }}
          defaultValue={list.filters.model}
        />
        <Select
          label={t('channel.group')}
          placeholder={t('channel.anyGroup')}
          data={groups}
          w={{ sm: 150 }}
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          value={list.filters.group || null}
          onChange={(group) => list.setFilters({ group: group ?? '' })}
        />
      </FilterBar>
      <DataTable
        name={t('channel.title')}
        list={list}
        columns={columns.visible}
        rowName={({ name }) => name}
        muted={({ status }) => status !== 1}
        empty={<EmptyState title={t('channel.emptyTitle')} hint={t('channel.emptyHint')} action={add} />}
      />
      {panel.open && (
        <ChannelForm
          key={panel.open.id ?? 'new'}
          {...(panel.open.id !== undefined && { id: panel.open.id })}
          onClose={panel.close}
          onWritten={list.refresh}
        />
      )}
      {tested && <TestModelsModal channel={tested} onClose={() => setTested(undefined)} />}
    </>
  );
}
