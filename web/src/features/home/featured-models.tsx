import { Anchor, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../lib/api/session';
import { withQuery } from '../../lib/api/api';
import { formatPrice } from '../../lib/format/format';
import { featuredModels, usePriceBook } from '../../lib/models/sample-model';
import classes from './landing.module.css';

const COUNT = 6;

/** A few models with their prices, and the way to all of them. */
export function FeaturedModels() {
  const { t } = useTranslation();
  const group = useSession()?.group || 'default';
  const book = usePriceBook();
  const models = featuredModels(book?.models ?? [], group, COUNT);
  if (models.length === 0) return null;
  const ratio = book?.ratios[group] ?? 1;
  const priced = (book?.models ?? []).filter((model) => model.priced).length;
  return (
    <section aria-labelledby="home-models" className={classes.models}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id="home-models">
          {t('home.models')}
        </Title>
        <Anchor component={Link} to="/pricing" size="sm">
          {t('home.allModels', { n: priced })}
        </Anchor>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {models.map(({ model_name: name, vendor, usd_per_million: prices }) => (
          <Paper
            key={name}
            withBorder
            p="md"
            component={Link}
            to={withQuery('/pricing', { keyword: name })}
            className={classes.model}
          >
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {vendor || '\u00a0'}
            </Text>
            {prices && (
              <Text size="sm" mt={6}>
                {t('home.price', {
                  input: formatPrice(prices.input * ratio),
                  output: formatPrice(prices.output * ratio),
                })}
              </Text>
            )}
          </Paper>
        ))}
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {t('home.priceUnit')}
      </Text>
    </section>
  );
}
