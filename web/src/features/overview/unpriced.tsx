import type { OverviewResponse } from '#contract/resources/overview';
import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';

/** Models whose requests are refused because they have no price, each with the way to it; nothing if there are none. */
export function UnpricedModels({ seen }: { seen: OverviewResponse }) {
  const { t } = useTranslation();
  const { unpriced_models: models, unpriced_total: total } = seen;
  if (total === 0) return null;
  return (
    <Group component="section" aria-label={t('overview.unpriced')} gap={6} wrap="nowrap" align="flex-start">
      <IconAlertTriangle
        size={16}
        stroke={1.75}
        color="var(--mantine-color-orange-5)"
        aria-hidden
        style={{ flex: 'none', marginTop: 2 }}
      />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('overview.unpriced')}:{' '}
        {models.map((model, index) => (
          <Fragment key={model}>
            {index > 0 && t('overview.comma')}
            <Anchor component={Link} to={withQuery('/prices', { view: 'unset', model })} size="sm">
              {model}
            </Anchor>
          </Fragment>
        ))}
        {total > models.length && (
          <>
            {t('overview.comma')}
            <Anchor component={Link} to={withQuery('/prices', { view: 'unset' })} size="sm">
              {t('overview.attentionMore', { n: total - models.length })}
            </Anchor>
          </>
        )}
      </Text>
    </Group>
  );
}
