import { Button, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPrice, trimNumber } from '../../lib/format';
import { serverMessage } from '../../text/server-messages';
import { Tag } from '../../ui/tag';
import { BillTable } from './bill-table';
import { billOf, textOf } from './billing';
import classes from './log-details.module.css';
import { type Pricing, readFacts, readPricing } from './log-other';
import { CONSUMED, type Log } from './log.types';

interface LogDetailsProps {
  log: Log;
  admin: boolean;
  onReceipt: (id: number) => void;
}

/** Everything a row knows, and how its price came about. */
export function LogDetails({ log, admin, onReceipt }: LogDetailsProps) {
  const { t } = useTranslation();
  const pricing = readPricing(log.other);
  const facts = readFacts(log.other);
  const requestId = facts.requestId ?? (log.request_id || undefined);
  const usage = log.type === CONSUMED || log.type === 0;
  const { audio } = pricing;
  const text = textOf(log, pricing);
  const written = pricing.writes.tokens + pricing.writes5m.tokens + pricing.writes1h.tokens;
  const bill = log.type === CONSUMED ? billOf(log, pricing) : undefined;
  const summary = useSummary(pricing);
  const rows: (readonly [label: string, value: ReactNode] | false | undefined)[] = [
    admin &&
      usage && [t('logDetail.channel'), `${log.channel} - ${log.channel_name || t('log.unnamedChannel')}`],
    admin && usage && facts.route.length > 1 && [t('log.retry'), facts.route.join('->')],
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
      log.type !== CONSUMED && [t('logDetail.content'), serverMessage(log.content)],
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
          <Button
            variant="default"
            size="compact-sm"
            mt="sm"
            leftSection={<IconReceipt size={14} stroke={1.75} />}
            onClick={() => onReceipt(log.id)}
          >
            {t('receipt.open')}
          </Button>
        </section>
      )}
    </div>
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

const ENDINGS = [
  'done',
  'eof',
  'timeout',
  'upstream_error',
  'malformed',
  'client_gone',
  'quota_exhausted',
  'empty',
] as const;

function endingName(reason: string, t: TFunction): string {
  const known = ENDINGS.find((ending) => ending === reason);
  return known ? t(`ending.${known}`) : reason;
}

function sourceName(source: string, t: TFunction): string {
  if (source === 'upstream') return t('logDetail.sourceUpstream');
  if (source === 'estimated') return t('logDetail.sourceEstimated');
  return source === 'none' ? t('logDetail.sourceNone') : source;
}
