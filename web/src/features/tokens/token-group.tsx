import { AUTO_GROUP } from '#contract/enums';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../lib/api/use-self';
import { colorOfGroup } from '../../lib/format/colors';
import { logText } from '../../text/log-text';
import { Tag } from '../../ui/badge/tag';
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
    <Box component="span" maw={128} style={{ display: 'flex', minWidth: 0 }} {...(key !== name && hint(key))}>
      <Tag color={colorOfGroup(key)}>{name || t('token.userGroup')}</Tag>
    </Box>
  );
}
