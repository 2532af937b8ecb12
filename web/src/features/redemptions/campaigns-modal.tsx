import type { CampaignResponse } from '#contract/resources/redemption';
import { Anchor, Group, Skeleton, Table, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatExact, formatTime } from '../../lib/format/format';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { messageOf } from '../../lib/interaction/use-action';
import { Quota } from '../../ui/badge/quota';
import { ConfirmButton } from '../../ui/button/confirm-button';
import { IconAction } from '../../ui/button/icon-action';
import { Modal } from '../../ui/dialog/modal';
import { EmptyState, LoadFailed } from '../../ui/feedback/empty-state';
import { PageNumbers } from '../../ui/table/page-numbers';
import { useCampaigns } from './use-campaigns';

interface CampaignsModalProps {
  /** Lists its codes. */
  onShow: (campaign: string) => void;
  /** Makes more codes for it. */
  onAdd: (campaign: string) => void;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** The campaigns: how many of their codes were used, what they gave out and what is left. */
export function CampaignsModal({ onShow, onAdd, onChanged, onClose }: CampaignsModalProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const { campaigns, error, retry, page, pages, setPage, change } = useCampaigns(onChanged);
  return (
    <Modal opened onClose={onClose} title={t('redemption.campaigns')} size={900} fullScreen={phone}>
      {error !== undefined && !campaigns && <LoadFailed message={messageOf(error)} onRetry={retry} />}
      {!campaigns && error === undefined && <Skeleton h={160} />}
      {campaigns?.length === 0 && (
        <EmptyState title={t('redemption.noCampaigns')} hint={t('redemption.noCampaignsHint')} />
      )}
      {campaigns && campaigns.length > 0 && (
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0}>
          <Table aria-label={t('redemption.campaigns')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('redemption.campaign')}</Table.Th>
                <Table.Th ta="right">{t('redemption.usedOf')}</Table.Th>
                <Table.Th ta="right">{t('redemption.given')}</Table.Th>
                <Table.Th ta="right">{t('redemption.left')}</Table.Th>
                <Table.Th>{t('redemption.createdTime')}</Table.Th>
                <Table.Th>{t('common.actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {campaigns.map((campaign) => (
                <Table.Tr key={campaign.name}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <Anchor component="button" size="sm" ta="start" onClick={() => onShow(campaign.name)}>
                      {campaign.name}
                    </Anchor>
                    {campaign.disabled > 0 && (
                      <Text size="xs" c="dimmed">
                        {t('redemption.disabledCount', { n: campaign.disabled })}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{`${formatExact(campaign.used)} / ${formatExact(campaign.codes)}`}</Table.Td>
                  <Table.Td ta="right">
                    <Quota value={campaign.given} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Quota value={campaign.left} />
                  </Table.Td>
                  <Table.Td>{formatTime(campaign.created_time)}</Table.Td>
                  <Table.Td>
                    <CampaignButtons campaign={campaign} change={change.run} onAdd={onAdd} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {pages > 1 && (
        <PageNumbers mt="md" total={pages} value={page} onChange={setPage} aria-label={t('table.pages')} />
      )}
    </Modal>
  );
}

interface CampaignButtonsProps {
  campaign: CampaignResponse;
  change: ReturnType<typeof useCampaigns>['change']['run'];
  onAdd: (campaign: string) => void;
}

function CampaignButtons({ campaign, change, onAdd }: CampaignButtonsProps) {
  const { t } = useTranslation();
  const { name, unused, disabled } = campaign;
  const enabling = unused === 0 && disabled > 0;
  return (
    <Group gap={4} wrap="nowrap">
      <IconAction
        label={t('redemption.addTo', { name })}
        icon={<IconPlus size={16} stroke={1.75} />}
        onClick={() => onAdd(name)}
      />
      <IconAction
        label={`${t(enabling ? 'common.enable' : 'common.disable')} ${name}`}
        why={unused + disabled === 0 ? t('redemption.allUsed') : undefined}
        icon={
          enabling ? <IconPlayerPlay size={16} stroke={1.75} /> : <IconPlayerPause size={16} stroke={1.75} />
        }
        onClick={() => void change(campaign, enabling ? 'enable' : 'disable')}
      />
      <ConfirmButton
        label={t('redemption.deleteCampaign', { name })}
        title={t('redemption.deleteCampaignTitle', { n: unused + disabled })}
        name={name}
        text={t('redemption.deleteCampaignText')}
        confirm={t('common.delete')}
        icon={<IconTrash size={16} stroke={1.75} />}
        onConfirm={() => void change(campaign, 'delete')}
      />
    </Group>
  );
}
