import { AUTO_GROUP } from '#contract/enums';
import { ColorSwatch, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../lib/api/use-self';
import { colorOfGroup } from '../../lib/format/colors';
import { logText } from '../../text/log-text';
import { hint } from '../../ui/feedback/hint';
import { useTokenGroups } from './use-tokens';

/** The group that a token of the user's own uses, by its description; the tooltip has its key. */
export function TokenGroup({ group }: { group: string }) {
  const { t } = useTranslation();
  const { self } = useSelf();
  const groups = useTokenGroups().data?.data;
  const key = group || self?.group || '';
  const name = key === AUTO_GROUP ? t('token.autoGroup') : logText(groups?.[key]?.desc ?? '') || key;
  return (
    <Group gap={5} wrap="nowrap" maw={116} {...(key !== name && hint(key))}>
      <ColorSwatch
        component="span"
        size={7}
        color={`var(--mantine-color-${colorOfGroup(key)}-5)`}
        withShadow={false}
      />
      <Text span size="xs" lh={1.2} c="dimmed" truncate>
        {name || t('token.userGroup')}
      </Text>
    </Group>
  );
}
