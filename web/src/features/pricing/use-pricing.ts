import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { changedQuery } from '../../lib/list/changed-query';
import { call } from '../../lib/api/api';
import { splitList } from '../../lib/format/format';
import { useSession } from '../../lib/api/session';
import { toast } from '../../lib/interaction/toast';
import { PAGE_SIZES, type ShownList } from '../../lib/list/use-list';
import type { Sort } from '../../ui/table/data-table.types';
import { cachesInput, inOrder, inUsualOrder, matches } from './prices';
import type { PriceListExtras, PriceResponse } from '#contract/resources/price';
import { type Price, type PriceFilters, type PriceList, type Unit } from './pricing.types';

/** Larger than on other pages, because price lists are read rather than edited. */
const USUAL_SIZE = 50;
/** Number of models that fit side by side. */
export const MAX_COMPARED = 4;
const NONE: PriceFilters = { keyword: '', group: '', type: '', vendor: '', usable: '' };

export function usePricing() {
  const { t } = useTranslation();
  const user = useSession();
  const { data, error, isLoading, mutate } = useSWR<PriceList, unknown>(
    // Visible groups differ by user.
    ['/api/pricing', user?.id],
    load,
  );
  const address = useAddress();
  const { filters, sort, page, size } = address;
  const ownGroup = user?.group || 'default';
  const group = filters.group || ownGroup;
  const ratioOf = (name: string) => data?.ratios[name] ?? 1;
  const compared = useMemo(
    () =>
      (data?.prices ?? []).filter(
        ({ model_name, priced }) => priced && address.compared.includes(model_name),
      ),
    [data, address.compared],
  );
  const found = useMemo(
    () =>
      inOrder(
        (data?.prices ?? []).filter((price) => matches(price, filters, group)),
        sort,
        group,
      ),
    [data, filters, group, sort],
  );
  const vendors = useMemo(
    () => [...new Set(data?.prices.map(({ vendor }) => vendor))].filter((name) => name !== '').toSorted(),
    [data],
  );
  const withCache = useMemo(() => found.some((price) => price.priced && cachesInput(price)), [found]);
  const groups = useMemo(() => Object.keys(data?.ratios ?? {}), [data]);
  const lastPage = Math.max(1, Math.ceil(found.length / size));
  const shownPage = Math.min(page, lastPage);

  const list: ShownList<Price, PriceFilters> = {
    page: shownPage,
    size,
    filters,
    rows: found.slice((shownPage - 1) * size, shownPage * size),
    total: found.length,
    error: data ? undefined : error,
    filtered: filters.keyword !== '' || filters.type !== '' || filters.vendor !== '' || filters.usable !== '',
    isLoading,
    isRefreshing: false,
    setPage: (target) => address.put({ page: target === 1 ? '' : String(target) }),
    setSize: (target) => address.put({ page: '', size: target === USUAL_SIZE ? '' : String(target) }),
    setFilters: (change) => address.put({ page: '', ...change }),
    clearFilters: () => address.put({ ...NONE, page: '', group: filters.group }),
    async refresh() {
      await mutate();
    },
  };

  return {
    user,
    list,
    group,
    ownGroup,
    vendors,
    withCache,
    groups,
    ratioOf,
    unit: address.unit,
    withRatios: address.withRatios,
    sort: {
      by: sort,
      onChange: ({ column, descending }: Sort) =>
        address.put({ page: '', sort: `${descending ? '-' : ''}${column}` }),
    },
    sortText: sort ? `${sort.descending ? '-' : ''}${sort.column}` : '',
    sortBy: (text: string) => address.put({ page: '', sort: text }),
    compared: compared.slice(0, MAX_COMPARED),
    compare: (prices: Price[]) =>
      address.put({ compare: prices.map(({ model_name }) => model_name).join(',') }),
    setUnit: (unit: Unit) => address.put({ unit: unit === '1M' ? '' : unit }),
    setWithRatios: (shown: boolean) => address.put({ ratios: shown ? 'yes' : '' }),
    setGroup(name: string) {
      address.put({ group: name === ownGroup ? '' : name });
      toast.info(t('pricing.switched', { group: name, ratio: ratioOf(name) }));
    },
  };
}

export type Pricing = ReturnType<typeof usePricing>;

async function load(): Promise<PriceList> {
  const answer = await call<PriceResponse[], PriceListExtras>('GET', '/api/pricing');
  const prices = answer.data.map((row, index) => ({ ...row, id: index + 1 }));
  return { prices: inUsualOrder(prices), ratios: answer.group_ratio };
}

/** The state of the page in the URL; replaces the history entry instead of adding one. */
function useAddress() {
  const [search, setSearch] = useSearchParams();
  const text = (key: string) => search.get(key) ?? '';
  const sortText = text('sort');
  const [keyword, group, type] = [text('keyword'), text('group'), text('type')];
  const [vendor, usable] = [text('vendor'), text('usable')];
  const filters = useMemo(
    () => ({ keyword, group, type, vendor, usable }),
    [keyword, group, type, vendor, usable],
  );
  const sort = useMemo(() => readSort(sortText), [sortText]);
  const comparedText = text('compare');
  const compared = useMemo(() => splitList(comparedText), [comparedText]);
  const unit: Unit = text('unit') === '1K' ? '1K' : '1M';
  return {
    filters,
    sort,
    compared,
    unit,
    withRatios: text('ratios') === 'yes',
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    size: PAGE_SIZES.find((size) => String(size) === text('size')) ?? USUAL_SIZE,
    put(change: Record<string, string | undefined>) {
      const next = changedQuery((query) => {
        for (const [key, value] of Object.entries(change)) {
          if (value) query.set(key, value);
          else query.delete(key);
        }
      });
      setSearch(next, { replace: true, preventScrollReset: true });
    },
  };
}

/** A column key; a leading `-` means descending. */
function readSort(text: string): Sort | undefined {
  if (text === '') return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), descending: true }
    : { column: text, descending: false };
}
