import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmptyEdit } from '../../lib/list/edit';
import { messageOf } from '../../lib/interaction/use-action';
import { FormModal } from '../../ui/form/form-modal';
import { useUnsavedGuard } from '../../ui/dialog/use-unsaved-guard';
import { TokenFields } from './token-fields';
import {
  badAddress,
  expiryProblem,
  isWhole,
  nameLimit,
  NEW_TOKEN,
  toChange,
  toCopy,
  toInput,
  toValues,
  type TokenValues,
} from './token-form-values';
import type { TokenRequestFields, TokenResponse } from '#contract/resources/token';
import { useToken, useTokenWrites } from './use-tokens';

interface TokenFormProps {
  /** The token to change; absent to create. */
  id?: number;
  /** The token from which a new one is copied. */
  like?: TokenResponse;
  /** Creates several tokens; resolves to true if any was created. */
  onBatch: (input: TokenRequestFields, count: number) => Promise<boolean>;
  /** Called with a single token that was created, or with its name where lists have its key. */
  onCreated: (made: TokenResponse | string) => void;
  onClose: () => void;
  onWritten: () => Promise<void>;
}

export function TokenForm({ id, like, onBatch, onCreated, onClose, onWritten }: TokenFormProps) {
  const { t } = useTranslation();
  const token = useToken(id);
  const { create, update } = useTokenWrites(onWritten);
  const creating = id === undefined;
  const form = useForm<TokenValues>({
    initialValues: like ? toCopy(like, t('token.copyName', { name: like.name })) : NEW_TOKEN,
    validateInputOnBlur: true,
    validate: {
      name(name, values) {
        if (creating && !name.trim()) return t('token.needName');
        const limit = nameLimit(values);
        return name.trim().length > limit ? t('token.longName', { n: limit }) : null;
      },
      expires(expires, values) {
        const problem = expiryProblem(expires);
        if (problem === 'format') return t('token.badExpiry');
        // An expired token can be edited without changing its expiry.
        const untouched = !creating && token.data && toValues(token.data).expires === values.expires;
        return problem === 'past' && !untouched ? t('token.pastExpiry') : null;
      },
      quota: (quota, { unlimited }) => (unlimited || isWhole(quota, 0) ? null : t('token.badQuota')),
      ips(ips) {
        const line = badAddress(ips);
        return line === undefined ? null : t('token.badAddress', { line });
      },
      count: (count) => (!creating || isWhole(count, 1) ? null : t('token.badCount')),
    },
  });
  const { initialize } = form;

  useEffect(() => {
    if (token.data) initialize(toValues(token.data));
  }, [token.data, initialize]);

  const guard = useUnsavedGuard(form.isDirty(), onClose);

  async function submit(values: TokenValues) {
    if (await (id === undefined ? made(values) : edited(id, values))) guard.leave();
  }

  async function made(values: TokenValues): Promise<boolean> {
    const count = Number(values.count);
    const input = toInput(values);
    if (count > 1) return onBatch(input, count);
    let made: TokenResponse | undefined;
    const isMade = await create.run(input, (token) => (made = token));
    if (isMade) onCreated(made ?? input.name);
    return isMade;
  }

  async function edited(tokenId: number, values: TokenValues): Promise<boolean> {
    if (!token.data) return false;
    const change = toChange(values, token.data);
    return isEmptyEdit(change) || update.run(tokenId, change);
  }

  return (
    <FormModal
      opened
      title={t(creating ? 'token.createTitle' : 'token.editTitle')}
      side={creating ? 'left' : 'right'}
      loading={!creating && !token.data}
      {...(token.error !== undefined &&
        !token.data && {
          failed: { message: messageOf(token.error), retry: token.retry },
        })}
      pending={create.pending || update.pending}
      onSubmit={form.onSubmit((values) => void submit(values))}
      guard={guard}
    >
      <TokenFields form={form} creating={creating} fresh={creating && !like} />
    </FormModal>
  );
}
