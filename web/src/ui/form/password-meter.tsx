import { PASSWORD_LENGTH } from '#contract/limits';
import { Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const LEVELS = ['short', 'weak', 'fair', 'strong'] as const;
const COLORS = ['red', 'orange', 'yellow', 'green'] as const;

/** Strength of a new password while it is typed. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  if (!password) return null;
  const level = levelOf(password);
  return (
    <Group gap="sm" wrap="nowrap" mt={-8}>
      <Progress value={(level + 1) * 25} color={COLORS[level]} size="xs" flex={1} aria-hidden />
      <Text size="xs" c="dimmed" role="status" miw={48} ta="right">
        {t(`authPages.meter.${LEVELS[level]}`)}
      </Text>
    </Group>
  );
}

/** Based on length and on the number of character classes. */
function levelOf(password: string): 0 | 1 | 2 | 3 {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH.min) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(password)).length;
  const points = kinds + (length >= 12 ? 1 : 0) + (length >= 16 ? 1 : 0);
  if (points >= 4) return 3;
  return points >= 3 ? 2 : 1;
}
