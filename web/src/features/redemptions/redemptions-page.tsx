import { RedemptionStatus } from '#contract/enums';
import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../lib/browser/download';
import { usePanel } from '../../lib/list/use-panel';
import { ChoiceFilter } from '../../ui/page/choice-filter';
import { useColumns } from '../../ui/table/columns';
import { listSort } from '../../ui/table/list-sort';
import { ResourcePage } from '../../ui/page/resource-page';
import { redemptionBrief } from './redemption-brief';
import { useRedemptionColumns } from './redemption-columns';
import type { Batch } from './use-redemptions';
import { useRedemptionJobs } from './use-redemption-jobs';
import { useRedemptions } from './use-redemptions';
import { lazyDialog } from '../../ui/dialog/lazy-dialog';

const CampaignsModal = lazyDialog(async () => (await import('./campaigns-modal')).CampaignsModal);
const NewCodesModal = lazyDialog(async () => (await import('./new-codes-modal')).NewCodesModal);
const RedemptionForm = lazyDialog(async () => (await import('./redemption-form')).RedemptionForm);

/** What the server calls columns with other keys. */
const SORTS = { created: 'created_time', redeemed: 'redeemed_time' };

export function RedemptionsPage() {
  const { t } = useTranslation();
  const { list, change, remove, selection } = useRedemptions();
  const panel = usePanel('/redemption');
  const [made, setMade] = useState<Batch>();
  const [campaignsShown, setCampaignsShown] = useState(false);
  const [addTo, setAddTo] = useState('');
  const columns = useColumns(
    'redemptions-table-columns',
    useRedemptionColumns({ change: change.run, remove, onEdit: ({ id }) => panel.edit(id) }),
  );

  const downloadSelected = {
    label: t('redemption.downloadSelected'),
    icon: <IconDownload size={16} stroke={1.75} />,
    onClick: () =>
      downloadText(
        `${selection.rows[0]?.name ?? 'codes'}.txt`,
        selection.rows.map(({ key }) => key).join('\n'),
      ),
  };

  return (
    <ResourcePage
      title={t('redemption.title')}
      lead={t('redemption.lead')}
      add={{ label: t('redemption.add'), onClick: panel.add }}
      list={list}
      columns={columns}
      filters={
        <>
          <TextInput
            label={t('redemption.search')}
            name="keyword"
            placeholder={t('redemption.searchHint')}
            w={{ sm: 260 }}
            defaultValue={list.filters.keyword}
          />
          <ChoiceFilter
            label={t('common.status')}
            any={t('common.anyStatus')}
            width={140}
            choices={[
              { value: String(RedemptionStatus.unused), label: t('redemption.unused') },
              { value: String(RedemptionStatus.disabled), label: t('redemption.disabled') },
              { value: String(RedemptionStatus.used), label: t('redemption.used') },
            ]}
            value={list.filters.status}
            onChange={(status) => list.setFilters({ status })}
          />
          <TextInput
            label={t('redemption.campaign')}
            name="campaign"
            w={{ sm: 180 }}
            defaultValue={list.filters.campaign}
          />
        </>
      }
      copy={{
        label: t('redemption.copySelected'),
        nothing: t('redemption.needSelect'),
        textOf: ({ name, key }) => `${name}    ${key}`,
      }}
      jobs={useRedemptionJobs()}
      moreActions={[downloadSelected]}
      headerActions={
        <Button variant="default" onClick={() => setCampaignsShown(true)}>
          {t('redemption.campaigns')}
        </Button>
      }
      rowName={({ id, name }) => `${name} (${id})`}
      brief={redemptionBrief}
      onEdit={({ id }) => panel.edit(id)}
      sort={listSort(list, SORTS)}
      muted={({ status }) => status !== RedemptionStatus.unused}
      pending={change.isPending}
      selection={selection}
      empty={{ title: t('redemption.emptyTitle'), hint: t('redemption.emptyHint') }}
    >
      {panel.open && (
        <RedemptionForm
          key={panel.open.id ?? 'new'}
          {...(panel.open.id !== undefined && { id: panel.open.id })}
          campaign={addTo}
          onClose={() => {
            setAddTo('');
            panel.close();
          }}
          onWritten={list.refresh}
          onMade={setMade}
        />
      )}
      {campaignsShown && (
        <CampaignsModal
          onShow={(campaign) => {
            setCampaignsShown(false);
            list.setFilters({ campaign });
          }}
          onAdd={(campaign) => {
            setCampaignsShown(false);
            setAddTo(campaign);
            panel.add();
          }}
          onChanged={list.refresh}
          onClose={() => setCampaignsShown(false)}
        />
      )}
      {made && <NewCodesModal batch={made} onClose={() => setMade(undefined)} />}
    </ResourcePage>
  );
}
