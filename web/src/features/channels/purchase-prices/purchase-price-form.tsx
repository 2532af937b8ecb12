import type { UpstreamPricesResponse } from '#contract/resources/channels/upstream-prices';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import {
  PURCHASE_KINDS,
  type PurchaseKind,
  type PurchasePriceRequest,
} from '#contract/resources/costs/purchase-price';
import { Autocomplete, Button, Group, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../../lib/format/format';
import { namedPoint, readTime, timeText } from '../../../ui/time-range/ranges';
import { TimeField } from '../../../ui/time-range/time-field';
import { toast } from '../../../lib/interaction/toast';
import { type Action, useAction } from '../../../lib/interaction/use-action';
import { fetchUpstreamPrices } from './use-purchase-prices';

interface Values {
  model: string;
  from: string;
  kind: PurchaseKind;
  ratio: number | string;
  input: number | string;
  output: number | string;
  cached: number | string;
  cacheWrite: number | string;
  call: number | string;
}

const REQUIRED: Record<PurchaseKind, readonly (keyof Values)[]> = {
  ratio: ['ratio'],
  tokens: ['input', 'output'],
  call: ['call'],
};

interface PurchasePriceFormProps {
  channel: ChannelResponse;
  add: Action<[PurchasePriceRequest]>;
  onDirty: (dirty: boolean) => void;
}

/** Adds a price. */
export function PurchasePriceForm({ channel, add, onDirty }: PurchasePriceFormProps) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues: {
      model: '',
      from: timeText(namedPoint('now')),
      kind: 'ratio',
      ratio: '',
      input: '',
      output: '',
      cached: '',
      cacheWrite: '',
      call: '',
    },
    validate: (values) => ({
      from: Number.isNaN(readTime(values.from) ?? Number.NaN) ? t('purchasePrices.badTime') : null,
      ...Object.fromEntries(
        REQUIRED[values.kind].map((name) => [
          name,
          values[name] === '' ? t('purchasePrices.needPrice') : null,
        ]),
      ),
    }),
  });
  const dirty = form.isDirty();
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const [upstream, setUpstream] = useState<UpstreamPricesResponse>();
  const [group, setGroup] = useState<string | null>(null);
  const fetched = useAction(
    () => fetchUpstreamPrices(channel.id),
    (prices) => {
      setUpstream(prices);
      const standard = Object.keys(prices.groups).find((name) => name === 'default');
      setGroup(standard ?? Object.keys(prices.groups)[0] ?? null);
      toast.success(t('purchasePrices.fetched', { n: prices.prices.length }));
    },
  );

  /** Fills in what the upstream takes for the model. */
  function fill() {
    const price = upstream?.prices.find(({ model }) => model === form.values.model.trim());
    if (!price) return toast.error(t('purchasePrices.notListed'));
    const ratio = group === null ? 1 : (upstream?.groups[group] ?? 1);
    const times = (usd: number | null) => (usd === null ? '' : Number((usd * ratio).toPrecision(12)));
    form.setValues({
      kind: price.kind,
      input: times(price.input),
      output: times(price.output),
      cached: times(price.cached),
      cacheWrite: times(price.cache_write),
      call: times(price.call),
    });
  }

  async function submit(values: Values) {
    const optional = (name: 'cached' | 'cache_write', value: number | string) =>
      value === '' ? {} : { [name]: Number(value) };
    const request: PurchasePriceRequest = {
      channel_id: channel.id,
      model: values.model.trim(),
      from: readTime(values.from) ?? namedPoint('now'),
      kind: values.kind,
      ...(values.kind === 'ratio' && { ratio: Number(values.ratio) / 100 }),
      ...(values.kind === 'call' && { call: Number(values.call) }),
      ...(values.kind === 'tokens' && {
        input: Number(values.input),
        output: Number(values.output),
        ...optional('cached', values.cached),
        ...optional('cache_write', values.cacheWrite),
      }),
    };
    if (await add.run(request)) form.reset();
  }

  const usd = (name: 'input' | 'output' | 'cached' | 'cacheWrite' | 'call', required = false) => (
    <NumberInput
      label={t(`purchasePrices.fields.${name}`)}
      prefix="$"
      min={0}
      max={1_000_000}
      withAsterisk={required}
      {...form.getInputProps(name)}
    />
  );

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} aria-label={t('purchasePrices.add')}>
      <Stack gap="sm">
        <Group grow align="flex-start">
          <Autocomplete
            label={t('purchasePrices.model')}
            placeholder={t('purchasePrices.allModels')}
            data={splitList(channel.models)}
            maxLength={200}
            limit={50}
            {...form.getInputProps('model')}
          />
          <TimeField
            label={t('purchasePrices.from')}
            points={['now', 'today', 'month']}
            {...form.getInputProps('from')}
          />
        </Group>
        <Group gap="xs" align="flex-end">
          <Button
            size="xs"
            variant="default"
            loading={fetched.pending}
            disabled={channel.base_url === ''}
            title={t('purchasePrices.fetchHint')}
            onClick={() => void fetched.run()}
          >
            {t('purchasePrices.fetch')}
          </Button>
          {upstream && (
            <>
              {Object.keys(upstream.groups).length > 1 && (
                <Select
                  size="xs"
                  w={180}
                  label={t('purchasePrices.group')}
                  data={Object.entries(upstream.groups).map(([name, ratio]) => ({
                    value: name,
                    label: `${name} × ${ratio}`,
                  }))}
                  value={group}
                  onChange={setGroup}
                  allowDeselect={false}
                />
              )}
              <Button size="xs" variant="light" onClick={fill}>
                {t('purchasePrices.fill')}
              </Button>
            </>
          )}
        </Group>
        <SegmentedControl
          aria-label={t('purchasePrices.kind')}
          data={PURCHASE_KINDS.map((kind) => ({ value: kind, label: t(`purchasePrices.kinds.${kind}`) }))}
          {...form.getInputProps('kind')}
        />
        {form.values.kind === 'ratio' && (
          <NumberInput
            label={t('purchasePrices.fields.ratio')}
            description={t('purchasePrices.ratioHint')}
            suffix=" %"
            min={0}
            max={100_000}
            withAsterisk
            {...form.getInputProps('ratio')}
          />
        )}
        {form.values.kind === 'tokens' && (
          <>
            <Group grow align="flex-start">
              {usd('input', true)}
              {usd('output', true)}
            </Group>
            <Group grow align="flex-start">
              {usd('cached')}
              {usd('cacheWrite')}
            </Group>
          </>
        )}
        {form.values.kind === 'call' && usd('call', true)}
        <Group justify="flex-end">
          <Button type="submit" loading={add.pending}>
            {t('purchasePrices.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
