import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowRight, IconBraces, IconReceipt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api';
import { formatPrice, trimNumber } from '../../lib/format';
import { parseObject } from '../../lib/json';
import { serverMessage } from '../../text/server-messages';
import { CodeBlock } from '../../ui/code-block';
import { Tag } from '../../ui/tag';
import { BillTable } from './bill-table';
import { billOf, textOf } from './billing';
import { endingName } from './ending-name';
import classes from './log-details.module.css';
import { type Pricing, readFacts, readPricing } from './log-other';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/log';

interface LogDetailsProps {
  log: LogResponse;
  admin: boolean;
  onReceipt: (id: number) => void;
}

/** All fields of a row, and how its price was computed. */
export function LogDetails({ log, admin, onReceipt }: LogDetailsProps) {
  const { t } = useTranslation();
  const [raw, setRaw] = useState(false);
  const pricing = readPricing(log.other);
  const facts = readFacts(log.other);
  const requestId = facts.requestId ?? (log.request_id || undefined);
  const usage = log.type === LogType.consumption || log.type === LogType.unknown;
  const { audio } = pricing;
  const text = textOf(log, pricing);
  const written = pricing.writes.tokens + pricing.writes5m.tokens + pricing.writes1h.tokens;
  const bill = log.type === LogType.consumption ? billOf(log, pricing) : undefined;
  const summary = useSummary(pricing);
  const rows: (readonly [label: string, value: ReactNode] | false | undefined)[] = [
    admin &&
      usage && [t('logDetail.channel'), `${log.channel} - ${log.channel_name || t('log.unnamedChannel')}`],
    admin &&
      usage &&
      facts.route.length > 1 && [t('log.retry'), <RouteLinks key="route" route={facts.route} />],
    audio && [t('logDetail.audioIn'), audio.audioIn],
    audio && [t('logDetail.audioOut'), audio.audioOut],
    audio && [t('logDetail.textIn'), audio.textIn ?? text.textIn],
    audio && [t('logDetail.textOut'), audio.textOut ?? text.textOut],
    audio && audio.cached > 0 && [t('bill.audioCached'), audio.cached],
    pricing.cacheTokens > 0 && [t('logDetail.cache'), pricing.cacheTokens],
    written > 0 && [t('logDetail.cacheCreation'), written],
    bill && [t('logDetail.summary'), summary],
    facts.mappedTo !== undefined && [
      t('logDetail.billedModel'),
      <ModelTag key="billed" name={log.model_name} />,
    ],
    facts.mappedTo !== undefined && [
      t('logDetail.actualModel'),
      <ModelTag key="actual" name={facts.mappedTo} />,
    ],
    facts.reasoningEffort !== undefined && [t('logDetail.effort'), facts.reasoningEffort],
    facts.usageSource !== undefined && [t('logDetail.usageSource'), sourceName(facts.usageSource, t)],
    facts.ending !== undefined && [t('logDetail.ending'), endingName(facts.ending, t)],
    requestId !== undefined && [t('logDetail.requestId'), <ModelTag key="request" name={requestId} />],
    (!bill || log.content !== '') &&
      log.type !== LogType.consumption && [t('logDetail.content'), serverMessage(log.content)],
  ];

  return (
    <div className={classes.details} data-billed={bill !== undefined || undefined}>
      <dl className={classes.facts}>
        {rows
          .filter((row) => row !== false && row !== undefined)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {bill && (
        <section aria-label={t('logDetail.billing')}>
          <Text size="xs" c="dimmed" mb={6}>
            {t('logDetail.billing')}
          </Text>
          <BillTable bill={bill} charged={log.quota} />
        </section>
      )}
      <div className={classes.more}>
        <Group gap="xs">
          {bill && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconReceipt size={14} stroke={1.75} />}
              onClick={() => onReceipt(log.id)}
            >
              {t('receipt.open')}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={raw}
            leftSection={<IconBraces size={14} stroke={1.75} />}
            onClick={() => setRaw(!raw)}
          >
            {t('logDetail.json')}
          </Button>
        </Group>
        {raw && <CodeBlock language="json" code={JSON.stringify(whole(log), null, 2)} />}
      </div>
    </div>
  );
}

/** The row with `other` parsed into an object. */
function whole(log: LogResponse): object {
  return { ...log, other: parseObject(log.other) ?? log.other };
}

/** The channels that were tried, in order. */
function RouteLinks({ route }: { route: string[] }) {
  const { t } = useTranslation();
  return (
    <Group gap={4}>
      {route.map((channel, index) => (
        <Group key={index} gap={4} wrap="nowrap">
          {index > 0 && <IconArrowRight size={14} stroke={1.75} aria-hidden />}
          <Anchor
            component={Link}
            to={withQuery('/channel', { keyword: channel })}
            size="sm"
            aria-label={t('log.routeOf', { route: channel })}
          >
            #{channel}
          </Anchor>
        </Group>
      ))}
    </Group>
  );
}

function ModelTag({ name }: { name: string }) {
  return (
    <Tag mono copy={name}>
      {name}
    </Tag>
  );
}

function useSummary(pricing: Pricing): string {
  const { t } = useTranslation();
  const group = trimNumber(pricing.groupRatio);
  if (pricing.price !== undefined)
    return t('logDetail.priceSummary', { price: formatPrice(pricing.price), group });
  const ratios = {
    model: trimNumber(pricing.modelRatio ?? 0),
    completion: trimNumber(pricing.completionRatio),
    group,
  };
  if (!pricing.promptExcludesCache) return t('logDetail.ratioSummary', ratios);
  return t('logDetail.claudeSummary', {
    ...ratios,
    cache: trimNumber(pricing.cacheRatio),
    creation: trimNumber(pricing.writes5m.tokens > 0 ? pricing.writes5m.ratio : pricing.writes.ratio),
  });
}

function sourceName(source: string, t: TFunction): string {
  if (source === 'upstream') return t('logDetail.sourceUpstream');
  if (source === 'estimated') return t('logDetail.sourceEstimated');
  return source === 'none' ? t('logDetail.sourceNone') : source;
}
