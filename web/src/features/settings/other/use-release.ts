import type { ReleaseResponse } from '#contract/resources/status';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../../../lib/api/api';
import { toast } from '../../../lib/interaction/toast';
import { useAction } from '../../../lib/interaction/use-action';
import { useStatus } from '../../../lib/api/use-status';

/** Fetches the latest release; one that differs from the running version is returned as `found`. */
export function useRelease() {
  const { t } = useTranslation();
  const { version } = useStatus();
  const [found, setFound] = useState<ReleaseResponse>();
  const check = useAction(
    () => get<ReleaseResponse>('/api/status/release'),
    (release) => {
      const { tag } = release;
      if (tag.replace(/^v/, '') === version) toast.success(t('settings.other.info.latest', { tag }));
      else setFound(release);
    },
  );
  return { found, check, forget: () => setFound(undefined) };
}
