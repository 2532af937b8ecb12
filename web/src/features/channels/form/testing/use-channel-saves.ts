import { ChannelStatus } from '#contract/enums';
import type { ChannelResponse, TestUnsavedChannelResponse } from '#contract/resources/channels/channel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFixed } from '../../../../lib/format/format';
import { toast } from '../../../../lib/interaction/toast';
import { toChange, toInput, toTest } from '../channel-form-values';
import type { ChannelValues } from '../channel-values';
import { useChannelWrites, useTestUnsaved } from '../use-channel-form';
import { useTestedCreation } from './use-tested-creation';

export interface ChannelTest {
  /** The last test of the form; undefined while none has ended. */
  result: TestUnsavedChannelResponse | undefined;
  /** Whether the failed test prevented a save. */
  preventedSave: boolean;
  pending: boolean;
  run: (values: ChannelValues) => void;
}

/**
 * Saving with and without a test before it. The test runs with the values of the form; if it fails, nothing is saved.
 * @param id of the edited channel; undefined while creating
 * @param channel the edited channel as it was loaded
 * @param onSaved after it was written
 */
export function useChannelSaves(
  id: number | undefined,
  channel: ChannelResponse | undefined,
  onWritten: () => Promise<void>,
  onSaved: () => void,
) {
  const { t } = useTranslation();
  const [tested, setTested] = useState<TestUnsavedChannelResponse>();
  const [wasSaving, setWasSaving] = useState(false);
  const { create, update } = useChannelWrites(onWritten);
  const time = (milliseconds: number) => ({ time: formatFixed(milliseconds / 1000, 2) });
  const creation = useTestedCreation(
    async (milliseconds) => {
      toast.success(t('unsavedTest.created', time(milliseconds)));
      await onWritten();
      onSaved();
    },
    async () => {
      toast.success(t('unsavedTest.createdDisabled'));
      await onWritten();
      onSaved();
    },
  );
  const test = useTestUnsaved(setTested);

  /** Also sent without a change: the server checks channels that were imported incomplete. */
  function edit(values: ChannelValues, change = {}): Promise<boolean> {
    if (id === undefined || !channel) return Promise.resolve(false);
    return update.run(id, { ...toChange(values, channel), ...change });
  }

  async function save(values: ChannelValues) {
    if (await (id === undefined ? create.run(toInput(values)) : edit(values))) onSaved();
  }

  async function saveTested(values: ChannelValues) {
    setTested(undefined);
    setWasSaving(true);
    if (id === undefined) {
      await creation.create.run(toInput(values));
      return;
    }
    let works = false;
    await test.run(toTest(values, id), ({ error }) => (works = error === null));
    if (works && (await edit(values))) onSaved();
  }

  async function saveDisabled(values: ChannelValues) {
    if (id === undefined) await creation.createDisabled.run(toInput(values));
    else if (await edit(values, { status: ChannelStatus.disabled })) onSaved();
  }

  const result = creation.failed ?? tested;
  const channelTest: ChannelTest = {
    result,
    preventedSave: wasSaving && Boolean(result?.error),
    pending: test.pending || creation.create.pending,
    run(values) {
      creation.forget();
      setTested(undefined);
      setWasSaving(false);
      void test.run(toTest(values, id), () => {});
    },
  };
  return {
    save,
    saveTested,
    saveDisabled,
    test: channelTest,
    saving: create.pending || update.pending || creation.createDisabled.pending,
  };
}
