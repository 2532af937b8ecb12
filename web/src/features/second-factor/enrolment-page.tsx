import { Box, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { takeReturnPath } from '../../lib/api/return-path';
import { useSelf } from '../../lib/api/use-self';
import { PageHeader } from '../../ui/page/page-header';
import { SecondFactorCard } from './second-factor-card';

/** Where accounts that must have a second factor set one up before they go on. */
export function EnrolmentPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { self } = useSelf();
  const isRequired = self?.second_factor_notice?.reason === 'required';
  const isDone = self?.second_factor === true;
  return (
    <Box maw={652} mx="auto" w="100%" px="md" py="xl">
      <PageHeader
        title={t('nav.secondFactor')}
        lead={t(isRequired && !isDone ? 'secondFactor.page.required' : 'secondFactor.page.lead')}
      />
      <SecondFactorCard />
      {isDone && (
        <Group justify="flex-end" mt="md">
          <Button onClick={() => void navigate(takeReturnPath() ?? '/token', { replace: true })}>
            {t('secondFactor.continue')}
          </Button>
        </Group>
      )}
    </Box>
  );
}
