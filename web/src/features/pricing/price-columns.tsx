import { Group, Highlight, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { colorOfGroup } from '../../lib/colors';
import { formatPrice, trimNumber } from '../../lib/format';
import { useSteady } from '../../lib/use-steady';
import type { Column } from '../../ui/columns';
import { hint } from '../../ui/hint';
import { StatusBadge } from '../../ui/status-badge';
import { Tag } from '../../ui/tag';
import { cachesInput, dollarsOf } from './prices';
import classes from './pricing.module.css';
import type { Price, Unit } from './pricing.types';
import type { Pricing } from './use-pricing';

export function usePriceColumns(pricing: Pricing): Column<Price>[] {
  const { t } = useTranslation();
  const { group, groups, unit, withCache, withRatios } = pricing;
  const keyword = pricing.list.filters.keyword.trim();
  const ratio = pricing.ratioOf(group);
  const { setGroup } = useSteady({ setGroup: pricing.setGroup });
  return useMemo(() => {
    const columns: (Column<Price> | false)[] = [
      {
        key: 'usable',
        title: t('pricing.usable'),
        width: 90,
        align: 'center',
        sortable: true,
        card: 'status',
        render: (price) => <Usable usable={price.enable_groups.includes(group)} />,
      },
      {
        key: 'model',
        title: t('pricing.model'),
        card: 'title',
        sortable: true,
        render: ({ model_name, vendor }) => (
          <>
            <Tag color="green" copy={model_name} mono>
              <Highlight component="span" inherit highlight={keyword}>
                {model_name}
              </Highlight>
            </Tag>
            {vendor && (
              <Text size="xs" c="dimmed">
                {vendor}
              </Text>
            )}
          </>
        ),
      },
      {
        key: 'type',
        title: t('pricing.type'),
        width: 110,
        sortable: true,
        render: ({ quota_type }) => <Type type={quota_type} />,
      },
      {
        key: 'groups',
        title: t('pricing.groups'),
        render: ({ enable_groups }) => (
          <Group gap={4}>
            {enable_groups
              .filter((name) => groups.includes(name))
              .map((name) => (
                <GroupChoice key={name} name={name} chosen={name === group} onChoose={setGroup} />
              ))}
          </Group>
        ),
      },
      withRatios && {
        key: 'ratio',
        title: t('pricing.ratio'),
        help: t('pricing.ratioHelp'),
        card: 'wide',
        render: (price) => <Ratios price={price} groupRatio={ratio} />,
      },
      {
        key: 'price',
        title: t('pricing.price'),
        card: 'wide',
        sortable: true,
        render: (price) => <Dollars price={price} ratio={ratio} unit={unit} />,
      },
      withCache && {
        key: 'cache',
        title: t('pricing.cache'),
        help: t('pricing.cacheHelp'),
        card: 'wide',
        render: (price) => <Cache price={price} ratio={ratio} unit={unit} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, keyword, group, groups, ratio, unit, withCache, withRatios, setGroup]);
}

function Usable({ usable }: { usable: boolean }) {
  const { t } = useTranslation();
  const label = t(usable ? 'pricing.canUse' : 'pricing.cannotUse');
  const Shape = usable ? IconCircleCheckFilled : IconCircleXFilled;
  return (
    <span
      {...hint(label, { focus: true, touch: true })}
      className={classes.usable}
      data-usable={usable || undefined}
      tabIndex={0}
      role="img"
      aria-label={label}
    >
      <Shape size={20} />
    </span>
  );
}

function Type({ type }: { type: number }) {
  const { t } = useTranslation();
  if (type === 1) return <StatusBadge color="teal">{t('pricing.perCall')}</StatusBadge>;
  if (type === 0) return <StatusBadge color="violet">{t('pricing.perToken')}</StatusBadge>;
  return <StatusBadge color="gray">{t('common.unknown')}</StatusBadge>;
}

interface GroupChoiceProps {
  name: string;
  chosen: boolean;
  onChoose: (name: string) => void;
}

function GroupChoice({ name, chosen, onChoose }: GroupChoiceProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={classes.group}
      aria-pressed={chosen}
      aria-label={t('pricing.switchTo', { group: name })}
      onClick={() => onChoose(name)}
    >
      <Tag color={colorOfGroup(name)}>
        {name}
        {chosen && <IconCheck size={12} stroke={2.5} className={classes.check} aria-hidden />}
      </Tag>
    </UnstyledButton>
  );
}

function Ratios({ price, groupRatio }: { price: Price; groupRatio: number }) {
  const { t } = useTranslation();
  const byUsage = price.quota_type === 0;
  const number = (value: number) => (byUsage ? String(Number(value.toFixed(3))) : t('common.none'));
  return (
    <Text component="div" size="xs" className={classes.lines}>
      <div>{t('pricing.modelRatio', { n: number(price.model_ratio) })}</div>
      <div>{t('pricing.completionRatio', { n: number(price.completion_ratio) })}</div>
      <div>{t('pricing.groupRatio', { n: trimNumber(groupRatio) })}</div>
    </Text>
  );
}

interface AmountProps {
  price: Price;
  /** Of the group. */
  ratio: number;
  unit: Unit;
}

function Dollars({ price, ratio, unit }: AmountProps) {
  const { t } = useTranslation();
  const dollars = dollarsOf(price, ratio, unit);
  return (
    <Text component="div" size="sm" className={classes.lines}>
      {'call' in dollars ? (
        <div>{t('pricing.fixed', { price: formatPrice(dollars.call) })}</div>
      ) : (
        <>
          <div>{t('pricing.prompt', { price: formatPrice(dollars.prompt), unit })}</div>
          <div>{t('pricing.completion', { price: formatPrice(dollars.completion), unit })}</div>
        </>
      )}
    </Text>
  );
}

function Cache({ price, ratio, unit }: AmountProps) {
  const { t } = useTranslation();
  const dollars = dollarsOf(price, ratio, unit);
  if ('call' in dollars || !cachesInput(price)) return '-';
  const { cacheRead, cacheWrite } = dollars;
  return (
    <Text component="div" size="sm" className={classes.lines}>
      {cacheRead !== undefined && (
        <div>{t('pricing.cacheRead', { price: formatPrice(cacheRead), unit })}</div>
      )}
      {cacheWrite !== undefined && (
        <div>{t('pricing.cacheWrite', { price: formatPrice(cacheWrite), unit })}</div>
      )}
    </Text>
  );
}
