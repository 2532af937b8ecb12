import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { IconExternalLink, IconGift } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatQuota } from '../../lib/format/format';
import { useMoney, useStatus } from '../../lib/api/use-status';
import { LazyModal } from '../../ui/dialog/lazy-modal';
import { useRedeem } from './use-wallet';

/** Redeems a code for quota. */
export function RedeemCard({ onRedeemed }: { onRedeemed: () => Promise<void> }) {
  const { t } = useTranslation();
  const money = useMoney();
  const { top_up_link: link } = useStatus();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [gained, setGained] = useState<number>();
  const redeem = useRedeem((quota) => {
    setGained(quota);
    setCode('');
    void onRedeemed();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim()) void redeem.run(code.trim());
    else setMissing(true);
  }

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="redeem">
      <Title order={2} id="redeem" mb="md">
        {t('wallet.redeemTitle')}
      </Title>
      <form noValidate onSubmit={submit}>
        <TextInput
          label={t('wallet.code')}
          placeholder={t('wallet.codePlaceholder')}
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={missing && t('wallet.needCode')}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <Group mt="md" gap="sm">
          <Button type="submit" loading={redeem.pending}>
            {t(redeem.pending ? 'wallet.redeeming' : 'wallet.redeem')}
          </Button>
          {link !== '' && (
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noopener"
              variant="subtle"
              rightSection={<IconExternalLink size={16} stroke={1.75} />}
            >
              {t('wallet.getCode')}
            </Button>
          )}
        </Group>
        {link === '' && (
          <Text size="xs" c="dimmed" mt="xs">
            {t('wallet.noLink')}
          </Text>
        )}
      </form>
      {gained !== undefined && (
        <LazyModal opened onClose={() => setGained(undefined)} title={t('wallet.redeemed')} size="sm">
          <Group gap="sm" wrap="nowrap">
            <IconGift size={28} stroke={1.5} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Text>{t('wallet.redeemedQuota', { quota: formatQuota(gained, money) })}</Text>
          </Group>
          <Group justify="flex-end" mt="lg">
            <Button onClick={() => setGained(undefined)} data-autofocus>
              {t('common.confirm')}
            </Button>
          </Group>
        </LazyModal>
      )}
    </Paper>
  );
}
