import type { SelfResponse } from '#contract/resources/accounts/user';
import {
  ActionIcon,
  Button,
  Group,
  Paper,
  Popover,
  SimpleGrid,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconQrcode, IconTransfer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { formatNumber, formatQuota } from '../../lib/format/format';
import { useMoney } from '../../lib/api/use-status';
import { QrCode } from '../../ui/media/qr-code';
import { Quota } from '../../ui/badge/quota';
import classes from './personal.module.css';

interface InvitationCardProps {
  self: SelfResponse;
  code: string | undefined;
  onTransfer: () => void;
}

/** Rewards for invitations, and the invitation link. */
export function InvitationCard({ self, code, onTransfer }: InvitationCardProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const link = code === undefined ? '' : `${location.origin}/register?aff=${encodeURIComponent(code)}`;
  const tooLittle = self.aff_quota < money.perUnit;
  const transfer = (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconTransfer size={14} />}
      disabled={tooLittle}
      onClick={onTransfer}
    >
      {t('personalPage.invite.transfer')}
    </Button>
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="invitations">
      <Group justify="space-between" mb="md">
        <Title order={2} id="invitations">
          {t('personalPage.invite.title')}
        </Title>
        {tooLittle ? (
          <Tooltip
            label={t('personalPage.invite.nothing', { quota: formatQuota(money.perUnit, money) })}
            events={{ hover: true, focus: true, touch: true }}
          >
            <span>{transfer}</span>
          </Tooltip>
        ) : (
          transfer
        )}
      </Group>
      <SimpleGrid component="dl" cols={3} m={0} mb="lg" className={classes.facts}>
        <div>
          <dt>{t('personalPage.invite.pending')}</dt>
          <dd>
            <Quota value={self.aff_quota} />
          </dd>
        </div>
        <div>
          <dt>{t('personalPage.invite.total')}</dt>
          <dd>
            <Quota value={self.aff_history_quota} />
          </dd>
        </div>
        <div>
          <dt>{t('personalPage.invite.count')}</dt>
          <dd>{formatNumber(self.aff_count)}</dd>
        </div>
      </SimpleGrid>
      <TextInput
        label={t('personalPage.invite.link')}
        description={t('personalPage.invite.linkHint')}
        readOnly
        disabled={!link}
        value={link}
        rightSection={link && <LinkCode link={link} />}
        onClick={(event) => {
          event.currentTarget.select();
          if (link) void copyText(link, t('personalPage.invite.linkCopied'));
        }}
      />
    </Paper>
  );
}

/** The invitation link as a QR code. */
function LinkCode({ link }: { link: string }) {
  const { t } = useTranslation();
  const label = t('personalPage.invite.showQr');
  return (
    <Popover position="bottom-end" withArrow>
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label}>
            <IconQrcode size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <QrCode text={link} label={t('personalPage.invite.qr')} />
      </Popover.Dropdown>
    </Popover>
  );
}
