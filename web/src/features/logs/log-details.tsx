import { Anchor, Button, Group } from '@mantine/core';
import { IconArrowRight, IconReceipt } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { withQuery } from '../../lib/api/api';
import { formatPrice, trimNumber } from '../../lib/format/format';
import { PriceLink } from '../../ui/badge/price-link';
import type { Fact } from '../../ui/text/fact-list';
import { CodeText, CopiedTag, DetailsFrame } from './details-frame';
import { endingName } from './ending-name';
import { FailureDetails } from './failure-details';
import { LogBill } from './log-bill';
import { readFailure } from './read-failure';
import { type LoggedRatios, readContent, readFacts, readRatios, requestIdOf } from './rows/read-log-row';
import { LogType } from '#contract/enums';
import type { LogResponse } from '#contract/resources/logs/log';
import type { ReceiptResponse } from '#contract/resources/logs/receipt';
import { useReceipt } from './use-logs';

interface LogDetailsProps {
  log: LogResponse;
  admin: boolean;
  onReceipt: (id: number) => void;
}

/** All fields of a row, and how its price was computed or why the request failed. */
export function LogDetails(props: LogDetailsProps) {
  const failure = readFailure(props.log);
  return failure ? <FailureDetails {...props} failure={failure} /> : <PricedDetails {...props} />;
}

function PricedDetails({ log, admin, onReceipt }: LogDetailsProps) {
  const { t } = useTranslation();
  const ratios = readRatios(log);
  const facts = readFacts(log);
  const requestId = requestIdOf(log);
  const consumed = log.type === LogType.consumption;
  const usage = consumed || log.type === LogType.unknown;
  const { audio } = ratios;
  const receipt = useReceipt(consumed ? log.id : undefined);
  const priced = ratios.price !== undefined || ratios.modelRatio !== undefined;
  const summary = useSummary(ratios);
  const rows: (Fact | false | undefined)[] = [
    admin &&
      usage && [t('logDetail.channel'), `${log.channel} - ${log.channel_name || t('log.unnamedChannel')}`],
    admin &&
      usage &&
      facts.route.length > 1 && [t('log.retry'), <RouteLinks key="route" route={facts.route} />],
    audio && [t('logDetail.audioIn'), audio.audioIn],
    audio && [t('logDetail.audioOut'), audio.audioOut],
    audio && [t('logDetail.textIn'), audio.textIn ?? tokensOf(receipt.data, ['input'])],
    audio && [t('logDetail.textOut'), audio.textOut ?? tokensOf(receipt.data, ['output', 'reasoning'])],
    audio && audio.cached > 0 && [t('bill.line.audio_cache_read'), audio.cached],
    ratios.cacheTokens > 0 && [t('logDetail.cache'), ratios.cacheTokens],
    ratios.cacheWriteTokens > 0 && [t('logDetail.cacheCreation'), ratios.cacheWriteTokens],
    consumed && priced && [t('logDetail.summary'), summary],
    admin &&
      usage &&
      facts.mappedTo === undefined &&
      log.model_name !== '' && [t('common.model'), <PricedModel key="model" name={log.model_name} />],
    facts.mappedTo !== undefined && [
      t('logDetail.billedModel'),
      <PricedModel key="billed" name={log.model_name} />,
    ],
    facts.mappedTo !== undefined && [
      t('logDetail.actualModel'),
      <CopiedTag key="actual" name={facts.mappedTo} />,
    ],
    facts.reasoningEffort !== undefined && [t('logDetail.effort'), facts.reasoningEffort],
    facts.path !== undefined && [t('logDetail.path'), <CodeText key="path" text={facts.path} />],
    facts.usageSource !== undefined && [t('logDetail.usageSource'), sourceName(facts.usageSource, t)],
    facts.endReason !== undefined && [t('logDetail.ending'), endingName(facts.endReason, t)],
    requestId !== undefined && [t('logDetail.requestId'), <CopiedTag key="request" name={requestId} />],
    !consumed && [t('logDetail.content'), readContent(log)],
  ];

  return (
    <DetailsFrame
      log={log}
      facts={rows}
      beside={consumed && <LogBill receipt={receipt} />}
      buttons={
        consumed && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconReceipt size={14} stroke={1.75} />}
            onClick={() => onReceipt(log.id)}
          >
            {t('receipt.open')}
          </Button>
        )
      }
    />
  );
}

function PricedModel({ name }: { name: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <CopiedTag name={name} />
      <PriceLink model={name} />
    </Group>
  );
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

/** Tokens of these lines; a dash until the receipt has loaded or where it has no price. */
function tokensOf(receipt: ReceiptResponse | undefined, names: readonly string[]): number | string {
  if (!receipt?.price) return '–';
  const lines = receipt.lines.filter(({ kind, name }) => kind === 'tokens' && names.includes(name));
  return lines.reduce((sum, { count }) => sum + count, 0);
}

function useSummary(ratios: LoggedRatios): string {
  const { t } = useTranslation();
  const group = trimNumber(ratios.groupRatio);
  if (ratios.price !== undefined)
    return t('logDetail.priceSummary', { price: formatPrice(ratios.price), group });
  const shown = {
    model: trimNumber(ratios.modelRatio ?? 0),
    completion: trimNumber(ratios.completionRatio),
    group,
  };
  if (!ratios.promptExcludesCache) return t('logDetail.ratioSummary', shown);
  return t('logDetail.claudeSummary', {
    ...shown,
    cache: trimNumber(ratios.cacheRatio),
    creation: trimNumber(ratios.cacheWriteRatio),
  });
}

function sourceName(source: string, t: TFunction): string {
  if (source === 'upstream') return t('logDetail.sourceUpstream');
  if (source === 'estimated') return t('logDetail.sourceEstimated');
  return source === 'none' ? t('logDetail.sourceNone') : source;
}
