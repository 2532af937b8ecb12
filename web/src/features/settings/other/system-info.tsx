import { SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../lib/format/format';
import { useStatus } from '../../../lib/api/use-status';
import { UpdateCheck } from './update-check';

export function SystemInfo() {
  const { t } = useTranslation();
  const { version, start_time } = useStatus();
  const facts = [
    [t('settings.other.info.version'), version || '–'],
    [t('settings.other.info.started'), formatTime(start_time)],
  ];
  return (
    <>
      <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} m={0}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0}>
              {value}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <UpdateCheck />
    </>
  );
}
