import type {
  CampaignPageResponse,
  CampaignResponse,
  ChangeCampaignRequest,
  ChangeCampaignResponse,
} from '#contract/resources/redemption';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';

const PATH = '/api/redemption/campaigns';
const PAGE_SIZE = 20;

/** Sets of codes that were made under one name, a page at a time. @param onChanged after a change of their codes */
export function useCampaigns(onChanged: () => Promise<void>) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, error, mutate } = useSWR<CampaignPageResponse, unknown>(
    withQuery(PATH, { p: page, page_size: PAGE_SIZE }),
    (path: string) => get<CampaignPageResponse>(path),
    { keepPreviousData: true },
  );
  const change = useAction(
    (campaign: CampaignResponse, action: ChangeCampaignRequest['action']) =>
      call<ChangeCampaignResponse>('PUT', PATH, { body: { name: campaign.name, action } }),
    async ({ data: { changed } }) => {
      toast.success(t('redemption.campaignChanged', { n: changed }));
      await Promise.all([mutate(), onChanged()]);
    },
  );
  return {
    campaigns: data?.items,
    error,
    retry: () => void mutate(),
    page,
    pages: Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE)),
    setPage,
    change,
  };
}
