import { useState } from 'react';
import { withQuery } from '../../lib/api';
import { nowSeconds } from '../../lib/format';
import { isAdmin, useSession } from '../../lib/session';
import { useList } from '../../lib/use-list';
import { usePoll } from '../../lib/use-poll';
import type { DrawingResponse } from '#contract/resources/drawing';
import type { TimeFilters } from '../../ui/time-filter-bar';

export interface DrawingFilters extends TimeFilters {
  channel_id: string;
  mj_id: string;
}

const HOUR = 3600;
const MONTH = 30 * 24 * HOUR;
/** Final statuses. */
const OVER = ['SUCCESS', 'FAILURE'];

/** Drawings: administrators see those of all users, others their own. */
export function useDrawings() {
  const admin = isAdmin(useSession());
  const [defaults] = useState(filterDefaults);
  const list = useList<DrawingResponse, DrawingFilters>({
    filters: defaults,
    request: ({ page, size, filters: { start, end, mj_id, channel_id } }) => ({
      path: withQuery(admin ? '/api/mj/' : '/api/mj/self/', {
        p: page - 1,
        page_size: size,
        mj_id,
        start_timestamp: start,
        end_timestamp: end,
        ...(admin && { channel_id }),
      }),
    }),
  });
  usePoll(
    list.rows.some(({ status }) => !OVER.includes(status)),
    list.refresh,
  );
  return { admin, list };
}

/** The last month, until an hour from now. */
function filterDefaults(): DrawingFilters {
  const now = nowSeconds();
  return { start: String(now - MONTH), end: String(now + HOUR), channel_id: '', mj_id: '' };
}
