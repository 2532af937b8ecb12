import { QuotaType } from '#contract/enums';
import { modelKind } from '#contract/model-kind';
import { Anchor, Group, Highlight, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { colorOfGroup } from '../../lib/format/colors';
import { withQuery } from '../../lib/api/api';
import { formatNumber, formatPrice, trimNumber } from '../../lib/format/format';
import { useIsMedium } from '../../lib/browser/use-is-phone';
import { useSteady } from '../../lib/interaction/use-steady';
import type { Column } from '../../ui/table/columns';
import { hint } from '../../ui/feedback/hint';
import { PriceLink } from '../../ui/badge/price-link';
import { ProviderMark } from '../../ui/badge/provider-mark';
import { StatusBadge } from '../../ui/badge/status-badge';
import { taskPriceText, TaskTerms } from '../../ui/badge/task-terms';
import { Tag } from '../../ui/badge/tag';
import { dollarsOf, isNew, isOnlyTask, windowText, type ShownPrices } from './prices';
import classes from './pricing.module.css';
import type { Price, Unit } from './pricing.types';
import type { Pricing } from './use-pricing';

export function usePriceColumns(pricing: Pricing): Column<Price>[] {
  const { t } = useTranslation();
  const { group, groups, unit, withCache, withRatios } = pricing;
  const keyword = pricing.list.filters.keyword.trim();
  const ratio = pricing.ratioOf(group);
  const medium = useIsMedium();
  const [now] = useState(() => Date.now());
  const { setGroup } = useSteady({ setGroup: pricing.setGroup });
  return useMemo(() => {
    const amount = (key: AmountKey, of: (dollars: ShownPrices) => number | undefined): Column<Price> => ({
      key,
      title: t(`pricing.${key}`, { unit }),
      width: AMOUNT_WIDTHS[key] - (medium ? 12 : 0),
      align: 'right',
      sortable: true,
      ...(key === 'cacheRead' && { help: t('pricing.cacheHelp') }),
      ...(key.startsWith('cache') && { wraps: true }),
      render: (price) => <Amount price={price} ratio={ratio} unit={unit} first={key === 'input'} of={of} />,
    });
    const columns: (Column<Price> | false)[] = [
      {
        key: 'usable',
        title: t('pricing.usable'),
        width: medium ? 84 : 98,
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
        render: (price) => (
          <Model price={price} keyword={keyword} groupRatio={ratio} withMark={!medium} now={now} />
        ),
      },
      !medium && {
        key: 'type',
        title: t('pricing.type'),
        width: 98,
        sortable: true,
        render: (price) => <Type price={price} />,
      },
      {
        key: 'groups',
        title: t('pricing.groups'),
        width: medium ? 124 : 140,
        render: ({ enable_groups }) => (
          <GroupChoices
            names={enable_groups.filter((name) => groups.includes(name))}
            chosen={group}
            onChoose={setGroup}
          />
        ),
      },
      withRatios && {
        key: 'ratio',
        title: t('pricing.ratio'),
        help: t('pricing.ratioHelp'),
        card: 'wide',
        render: (price) => (price.priced ? <Ratios price={price} groupRatio={ratio} /> : '–'),
      },
      amount('input', ({ prompt }) => prompt),
      amount('output', ({ completion }) => completion),
      withCache && amount('cacheRead', ({ cacheRead }) => cacheRead),
      withCache && amount('cacheWrite', ({ cacheWrite }) => cacheWrite),
    ];
    return columns.filter((column) => column !== false);
  }, [t, keyword, group, groups, ratio, unit, withCache, withRatios, setGroup, medium, now]);
}

interface ModelProps {
  price: Price;
  /** Highlighted in the name. */
  keyword: string;
  groupRatio: number;
  /** Shows the mark of the maker. */
  withMark: boolean;
  /** Milliseconds. */
  now: number;
}

/** Providers whose mark is that of a maker of models. */
const MARKS: Readonly<Record<string, string>> = {
  OpenAI: 'openai',
  Google: 'gemini',
  Microsoft: 'azure',
  Baidu: 'baidu',
};

/** The name; below it, what is known of the model, where its price comes from, and what tasks cost. */
function Model({ price, keyword, groupRatio, withMark, now }: ModelProps) {
  const { t } = useTranslation();
  const {
    model_name: name,
    vendor,
    context_window: tokens,
    task,
    public_list: listed,
    defaulted,
    quota_type: type,
    priced,
  } = price;
  const isDefaulted = priced && type === QuotaType.byUsage && defaulted.length > 0;
  const kind = modelKind(name);
  const partsOf = (parts: Price['public_list']) =>
    parts.map((part) => t(`receipt.listedPart.${part}`)).join(', ');
  const facts: { text: string; help?: string }[] = [];
  if (vendor) facts.push({ text: vendor });
  if (tokens !== null)
    facts.push({ text: windowText(tokens), help: t('pricing.contextHelp', { n: formatNumber(tokens) }) });
  if (kind !== 'chat') facts.push({ text: t(`pricing.kind.${kind}`) });
  if (listed.length > 0)
    facts.push({
      text: t('pricing.publicList'),
      help: t('pricing.publicListHelp', { parts: partsOf(listed) }),
    });
  if (isDefaulted)
    facts.push({
      text: t('pricing.defaulted'),
      help: t('pricing.defaultedHelp', { parts: partsOf(defaulted) }),
    });
  return (
    <>
      <div className={classes.model}>
        {withMark && vendor && <ProviderMark id={MARKS[vendor] ?? ''} name={vendor} color="gray" />}
        <Tag color="green" copy={name} mono>
          <Highlight component="span" inherit highlight={keyword}>
            {name}
          </Highlight>
        </Tag>
        <PriceLink model={name} />
        {isNew(price, now) && <Tag color="blue">{t('pricing.new')}</Tag>}
      </div>
      {facts.length > 0 && (
        <Text size="xs" c="dimmed" component="div" className={classes.facts}>
          {facts.map(({ text, help }) => (
            <span key={text} {...(help !== undefined && hint(help))}>
              {text}
            </span>
          ))}
        </Text>
      )}
      {task && <TaskTerms task={task} groupRatio={groupRatio} />}
    </>
  );
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

function Type({ price: { quota_type: type, task } }: { price: Price }) {
  const { t } = useTranslation();
  if (task?.unit === 'second') return <StatusBadge color="blue">{t('taskPrices.unit.second')}</StatusBadge>;
  if (type === QuotaType.byCall) return <StatusBadge color="teal">{t('pricing.perCall')}</StatusBadge>;
  if (type === QuotaType.byUsage) return <StatusBadge color="violet">{t('pricing.perToken')}</StatusBadge>;
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
  const byUsage = price.quota_type === QuotaType.byUsage;
  const number = (value: number) => (byUsage ? trimNumber(value, 3) : t('common.none'));
  return (
    <Text component="div" size="xs" className={classes.lines}>
      <div>{t('pricing.modelRatio', { n: number(price.model_ratio) })}</div>
      <div>{t('pricing.completionRatio', { n: number(price.completion_ratio) })}</div>
      <div>{t('pricing.groupRatio', { n: trimNumber(groupRatio) })}</div>
    </Text>
  );
}

/** Pixels, sized for the column headers with their units and buttons. */
const AMOUNT_WIDTHS = { input: 124, output: 110, cacheRead: 120, cacheWrite: 114 };

type AmountKey = 'input' | 'output' | 'cacheRead' | 'cacheWrite';

interface AmountProps {
  price: Price;
  /** The group's ratio. */
  ratio: number;
  unit: Unit;
  /** True for the column that also shows the price per call, or that no price is set. */
  first: boolean;
  of: (dollars: ShownPrices) => number | undefined;
}

/** A price in US dollars. */
function Amount({ price, ratio, unit, first, of }: AmountProps) {
  const { t } = useTranslation();
  if (!price.priced) {
    if (!first) return '–';
    return (
      <Anchor
        component={Link}
        to={withQuery('/prices', { view: 'unset', model: price.model_name })}
        size="sm"
      >
        {t('pricing.notPriced')}
      </Anchor>
    );
  }
  const { task } = price;
  const taskText = task && first && taskPriceText(task, ratio, t);
  if (taskText && isOnlyTask(price)) return <span className={classes.amount}>{taskText}</span>;
  const dollars = dollarsOf(price, ratio, unit);
  if (taskText && 'call' in dollars)
    return (
      <span className={classes.amount}>
        <div>{t('pricing.fixed', { price: formatPrice(dollars.call) })}</div>
        <div>{t('taskPrices.ofVideo', { price: taskText })}</div>
      </span>
    );
  if ('call' in dollars)
    return first ? (
      <span className={classes.amount}>{t('pricing.fixed', { price: formatPrice(dollars.call) })}</span>
    ) : (
      '–'
    );
  const amount = of(dollars);
  return amount === undefined ? '–' : <span className={classes.amount}>{formatPrice(amount)}</span>;
}

/** Number of groups shown by name, the selected one first; the others are counted. */
const NAMED_GROUPS = 2;

interface GroupChoicesProps {
  names: readonly string[];
  chosen: string;
  onChoose: (name: string) => void;
}

function GroupChoices({ names, chosen, onChoose }: GroupChoicesProps) {
  const ordered = names.toSorted((a, b) => Number(b === chosen) - Number(a === chosen));
  const rest = ordered.slice(NAMED_GROUPS);
  return (
    <Group gap={4} wrap="nowrap">
      {ordered.slice(0, NAMED_GROUPS).map((name) => (
        <GroupChoice key={name} name={name} chosen={name === chosen} onChoose={onChoose} />
      ))}
      {rest.length > 0 && (
        <Text
          component="span"
          size="xs"
          c="dimmed"
          tabIndex={0}
          {...hint(rest.join(', '), { focus: true, touch: true })}
        >
          {`+${rest.length}`}
        </Text>
      )}
    </Group>
  );
}
