import { Alert, Box, Group, Loader, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
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
  const { self, error, records, pay, waiting, refresh } = useWallet();
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
              </Group>
            </>
          ) : (
            <Skeleton h={69} w={180} />
          )}
        </Paper>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Stack gap="md">
            <RedeemCard onRedeemed={refresh} />
            <TopUpRecords records={records} />
          </Stack>
          <div>
            <TopUpCard pay={pay} />
          </div>
        </SimpleGrid>
      </Stack>
    </Box>
  );
}
