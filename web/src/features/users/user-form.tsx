import { isPasswordLength } from '../../lib/format/password-length';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedMembers, isEmptyEdit, withBefore } from '../../lib/list/edit';
import { toast } from '../../lib/interaction/toast';
import { firstError, messageOf } from '../../lib/interaction/use-action';
import { FormModal } from '../../ui/form/form-modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { newQuotaKey, quotaKey } from './quota-change';
import { UserFields } from './user-fields';
import { UserSecondFactor } from './user-second-factor';
import type { UserValues } from './user-values';
import type { UserChange, UserResponse } from '#contract/resources/accounts/user';
import { useUser, useUserWrites } from './use-users';

interface UserFormProps {
  /** The user to change; absent to create a user or to edit the viewer's own account. */
  id?: number;
  self?: boolean;
  onClose: () => void;
  onWritten: () => Promise<void>;
}

const EMPTY: UserValues = {
  username: '',
  displayName: '',
  password: '',
  group: 'default',
  quota: 0,
  reason: '',
};

export function UserForm({ id, self = false, onClose, onWritten }: UserFormProps) {
  const { t } = useTranslation();
  const creating = id === undefined && !self;
  const user = useUser(id, self);
  const { create, update } = useUserWrites(onWritten);
  const [key] = useState(newQuotaKey);
  const form = useForm<UserValues>({
    initialValues: EMPTY,
    validateInputOnBlur: true,
    validate: {
      username: (name, values) =>
        (creating || values.username) && !name.trim()
          ? t('user.needBoth')
          : name.trim().length > 12 && name !== user.data?.username
            ? t('user.longUsername')
            : null,
      displayName: (name) => (name.trim().length > 20 ? t('user.longDisplayName') : null),
      password(password) {
        if (creating && !password) return t('user.needBoth');
        return password && !isPasswordLength(password) ? t('user.badPassword') : null;
      },
      quota: (quota) => (id === undefined || isQuota(quota) ? null : t('user.badQuota')),
      reason: (reason, { quota }) =>
        id !== undefined && user.data && Number(quota) !== user.data.quota && reason.trim() === ''
          ? t('user.needReason')
          : null,
    },
  });
  const { initialize } = form;

  useEffect(() => {
    if (user.data) initialize(toValues(user.data));
  }, [user.data, initialize]);

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit(values: UserValues) {
    const written = creating ? create.run(toInput(values)) : edited(values);
    if (await written) guard.leave();
  }

  async function edited(values: UserValues): Promise<boolean> {
    if (!user.data) return false;
    const change = toChange(values, user.data, id === undefined ? undefined : key);
    return isEmptyEdit(change) || update.run(id, change);
  }

  return (
    <FormModal
      opened
      title={t(creating ? 'user.createTitle' : 'user.editTitle')}
      side={creating ? 'left' : 'right'}
      loading={!creating && !user.data}
      {...(user.error !== undefined &&
        !user.data && { failed: { message: messageOf(user.error), retry: user.retry } })}
      pending={create.pending || update.pending}
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        (errors) => toast.error(firstError(errors)),
      )}
      guard={guard}
    >
      <UserFields form={form} creating={creating} managed={id !== undefined} user={user.data} />
      {id !== undefined && user.data?.second_factor && (
        <UserSecondFactor user={user.data} onReset={onWritten} />
      )}
    </FormModal>
  );
}

function toValues(user: UserResponse): UserValues {
  return {
    username: user.username,
    displayName: user.display_name,
    password: '',
    group: user.group,
    quota: user.quota,
    reason: '',
  };
}

function toInput({ username, displayName, password }: UserValues) {
  return { username: username.trim(), display_name: displayName.trim(), password };
}

/**
 * What the form changes.
 * @param key of the change of the quota; undefined for the viewer's own account, whose group and quota stay
 */
function toChange(values: UserValues, user: UserResponse, key: string | undefined): UserChange {
  const { password, ...shown } = toInput(values);
  const { username, display_name, group } = user;
  const then = { username, display_name, group };
  const changed = changedMembers(then, { ...shown, group: key === undefined ? group : values.group });
  const quota = Number(values.quota);
  return {
    ...withBefore(changed, user),
    ...(password && { password }),
    ...(key !== undefined &&
      quota !== user.quota && {
        quota,
        quota_before: user.quota,
        quota_reason: values.reason.trim(),
        quota_key: quotaKey(key, quota),
      }),
  };
}

function isQuota(value: number | string): boolean {
  return value !== '' && Number.isInteger(Number(value)) && Number(value) >= 0;
}
