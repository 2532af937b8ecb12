import { RedemptionStatus } from '#contract/enums';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, withQuery } from '../../lib/api/api';
import { sendEdit } from '../../lib/list/edit';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { useEditedRow } from '../../lib/list/use-edited-row';
import { useList } from '../../lib/list/use-list';
import { useRemoval } from '../../lib/list/use-removal';
import { useRowChange } from '../../lib/list/use-row-change';
import { NO_SORT } from '../../ui/table/list-sort';
import type {
  RedemptionChange,
  RedemptionRequestFields,
  RedemptionResponse,
  UpdateRedemptionStatusRequest,
} from '#contract/resources/redemption';

/** Newly created codes and their common name. */
export interface Batch {
  name: string;
  keys: string[];
}

const FILTERS = { keyword: '', status: '', campaign: '', ...NO_SORT };

export function useRedemptions() {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<RedemptionResponse[]>([]);
  const list = useList<RedemptionResponse, typeof FILTERS>({
    filters: FILTERS,
    request({ page, size, filters }) {
      const path = filters.keyword ? '/api/redemption/search' : '/api/redemption/';
      return { path: withQuery(path, { ...filters, p: page, page_size: size }) };
    },
  });

  const change = useRowChange({
    list,
    done: t('common.done'),
    send: async (code, { status }) =>
      (
        await switchCode(
          code,
          status === RedemptionStatus.unused ? RedemptionStatus.unused : RedemptionStatus.disabled,
        )
      ).data,
    canUndo: ({ status }) => status === RedemptionStatus.unused || status === RedemptionStatus.disabled,
  });

  const remove = useRemoval<RedemptionResponse>({
    list,
    pathOf: ({ id }) => `/api/redemption/${id}/`,
    nameOf: ({ id, name }) => `${name} (${id})`,
    onHidden: ({ id }) => setSelected((rows) => rows.filter((row) => row.id !== id)),
  });

  return {
    list,
    change,
    remove(code: RedemptionResponse) {
      setSelected((rows) => rows.filter(({ id }) => id !== code.id));
      remove(code);
    },
    selection: { rows: selected, onChange: setSelected },
  };
}

export function switchCode({ id }: RedemptionResponse, status: UpdateRedemptionStatusRequest['status']) {
  return call<RedemptionResponse | null>('PUT', '/api/redemption/?status_only=true', {
    body: { id, status },
  });
}

export function removeCode({ id }: RedemptionResponse) {
  return call<null>('DELETE', `/api/redemption/${id}/`);
}

/** The code being edited. */
export function useRedemption(id: number | undefined) {
  return useEditedRow<RedemptionResponse>(id === undefined ? undefined : `/api/redemption/${id}`);
}

/** Creates and changes codes; `onMade` receives the new codes, which cannot be listed as a batch later. */
export function useRedemptionWrites(onWritten: () => Promise<void>, onMade: (batch: Batch) => void) {
  const { t } = useTranslation();
  const create = useAction(
    (input: RedemptionRequestFields, count: number) =>
      call<string[]>('POST', '/api/redemption/', { body: { ...input, count } }),
    async ({ data }, { name }) => {
      toast.success(t('redemption.created'));
      onMade({ name, keys: data });
      await onWritten();
    },
  );
  const update = useAction(
    (id: number, change: RedemptionChange) =>
      sendEdit<RedemptionResponse>('/api/redemption/', { id, ...change }),
    async () => {
      toast.success(t('redemption.updated'));
      await onWritten();
    },
  );
  return { create, update };
}
