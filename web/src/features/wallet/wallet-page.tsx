import { Alert, Box, Group, Loader, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../lib/api/use-status';
import { lastsText } from '../../lib/format/lasts';
import { messageOf } from '../../lib/interaction/use-action';
import { LoadFailed } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/page/page-header';
import { Quota } from '../../ui/badge/quota';
import { RedeemCard } from './redeem-card';
import { TopUpCard } from './top-up-card';
import { TopUpRecords } from './top-up-records';
import { useWallet } from './use-wallet';
import classes from './wallet.module.css';

export function WalletPage() {
  const { t } = useTranslation();
  const { self, error, days, records, pay, waiting, refresh } = useWallet();
  const { enable_online_topup: payable } = useStatus();
  if (error && !self) {
    return (
      <Paper withBorder>
        <LoadFailed message={messageOf(error)} onRetry={() => void refresh()} />
      </Paper>
    );
  }
  return (
    <Box maw={1000} mx="auto">
      <PageHeader title={t('wallet.title')} lead={t('wallet.lead')} />
      <Stack gap="md">
        {waiting.active && (
          <Alert
            color="blue"
            title={t('wallet.waiting')}
            icon={<Loader size={16} />}
            withCloseButton
            closeButtonLabel={t('common.close')}
            onClose={waiting.stop}
            role="status"
          >
            {t('wallet.waitingHint')}
          </Alert>
        )}
        <Paper withBorder p="lg" component="section" aria-label={t('wallet.balance')}>
          <Text size="sm" c="dimmed">
            {t('wallet.balance')}
          </Text>
          {self ? (
            <>
              <div className={classes.balance}>
                <Quota value={self.quota} />
              </div>
              <Group gap={6} mt={4}>
                <Text size="sm" c="dimmed">
                  {t('wallet.used')}
                </Text>
                <Quota value={self.used_quota} dimmed />
                {days !== undefined && (
                  <Text size="sm" c="dimmed">
                    · {lastsText(days, t)}
                  </Text>
                )}
              </Group>
            </>
          ) : (
            <Skeleton h={69} w={180} />
          )}
        </Paper>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <RedeemCard onRedeemed={refresh} />
          {payable ? <TopUpCard pay={pay} /> : <NoPayment />}
        </SimpleGrid>
        <TopUpRecords records={records} />
      </Stack>
    </Box>
  );
}

/** Whom to ask where the operator takes no payments. */
function NoPayment() {
  const { t } = useTranslation();
  const { top_up_link: link } = useStatus();
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="top-up">
      <Title order={2} id="top-up" mb="md">
        {t('wallet.online')}
      </Title>
      <Text size="sm">{t('wallet.onlineOff')}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t(link ? 'wallet.askCode' : 'wallet.askAdmin')}
      </Text>
    </Paper>
  );
}
