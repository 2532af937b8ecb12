import { ChannelStatus } from '#contract/enums';
import type {
  CreateChannelRequest,
  CreateTestedChannelRequest,
  CreateTestedChannelResponse,
  TestUnsavedChannelResponse,
} from '#contract/resources/channels/channel';
import { useState } from 'react';
import { call } from '../../../../lib/api/api';
import { type Action, useAction } from '../../../../lib/interaction/use-action';

/** The server gives up after a minute. */
export const TEST_MS = 65_000;

export interface TestedCreation {
  /** The test that prevented the creation. */
  failed: TestUnsavedChannelResponse | undefined;
  forget: () => void;
  /** Tests, and creates the channel if it works. */
  create: Action<[CreateTestedChannelRequest]>;
  /** Creates the channel disabled, without a test. */
  createDisabled: Action<[CreateChannelRequest]>;
}

/** Creates channels that work, and on request disabled ones that do not. */
export function useTestedCreation(
  onCreated: (milliseconds: number) => Promise<void>,
  onCreatedDisabled: () => Promise<void>,
): TestedCreation {
  const [failed, setFailed] = useState<TestUnsavedChannelResponse>();
  const create = useAction(
    (body: CreateTestedChannelRequest) => {
      setFailed(undefined);
      return call<CreateTestedChannelResponse>('POST', '/api/channel/tested', { body, timeoutMs: TEST_MS });
    },
    async ({ data }) => {
      if (data.saved) await onCreated(data.milliseconds);
      else setFailed(data);
    },
  );
  const createDisabled = useAction(
    (form: CreateChannelRequest) =>
      call<null>('POST', '/api/channel/', { body: { ...form, status: ChannelStatus.disabled } }),
    async () => {
      setFailed(undefined);
      await onCreatedDisabled();
    },
  );
  return { failed, forget: () => setFailed(undefined), create, createDisabled };
}
