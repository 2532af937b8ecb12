import type { UserResponse } from '#contract/resources/accounts/user';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../../lib/api/use-status';
import { formatQuota } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { changeQuota, newQuotaKey } from './quota-change';
import { QuotaDialog } from './quota-dialog';

interface UserQuotaDialogProps {
  user: Pick<UserResponse, 'id' | 'username' | 'quota'>;
  onClose: () => void;
  onChanged: () => void;
}

/** Changes the quota of a user at once. */
export function UserQuotaDialog({ user, onClose, onChanged }: UserQuotaDialogProps) {
  const { t } = useTranslation();
  const money = useMoney();
  const [form] = useState(newQuotaKey);
  const { username: name, quota } = user;
  const write = useAction(
    (added: number, reason: string) => changeQuota(user, { added, reason, form }),
    (_answer, added) => {
      toast.success(t('user.quotaChanged', { name, amount: formatQuota(added, money) }));
      onChanged();
    },
  );
  return (
    <QuotaDialog name={name} quota={quota} onChange={write.run} pending={write.pending} onClose={onClose} />
  );
}
