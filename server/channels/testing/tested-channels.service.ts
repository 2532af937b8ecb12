import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../contract/errors/api-error.js';
import type {
  CreateTestedChannelRequest,
  CreateTestedChannelResponse,
  TestUnsavedChannelResponse,
} from '../../contract/resources/channels/channel.js';
import type { ChannelActor } from '../channel-audit.js';
import { CHANNEL_TESTER, type ChannelTester, type UnsavedTestResult } from '../channel-tester.js';
import { ChannelsService } from '../channels.service.js';
import { UnsavedChannels } from '../unsaved-channels.service.js';
import { ChannelTestRecords } from './channel-test-records.service.js';

/** Creates channels that work. */
@Injectable()
export class TestedChannels {
  constructor(
    private readonly channels: ChannelsService,
    private readonly unsaved: UnsavedChannels,
    private readonly records: ChannelTestRecords,
    @Inject(CHANNEL_TESTER) private readonly tester: ChannelTester,
  ) {}

  /**
   * Sends one small request as the form describes it, and creates the channel if it is answered. Of several keys the first is
   * tested, and its channel has the result.
   * @throws ApiError as for testing and creating a channel
   */
  async create(actor: ChannelActor, form: CreateTestedChannelRequest): Promise<CreateTestedChannelResponse> {
    if (!form.name?.trim()) throw new ApiError('channel_incomplete');
    if (!form.models?.trim()) throw new ApiError('channel_without_models');
    const { channel, model } = await this.unsaved.open(actor, tested(form));
    const result = await this.tester.testUnsaved(channel, model);
    if (result.error) return { ...unsavedTestResponseOf(result), saved: false };
    const [id] = await this.channels.create(actor, form);
    const { milliseconds } = result;
    if (id !== undefined)
      await this.records.record(id, [
        { index: 0, wasDisabled: false, result: { verdict: 'works', message: '', milliseconds, model } },
      ]);
    return { ...unsavedTestResponseOf(result), saved: true };
  }
}

export function unsavedTestResponseOf({ error, ...result }: UnsavedTestResult): TestUnsavedChannelResponse {
  const shown = error && { message: error.message, code: error.code, params: { ...error.params } };
  return { ...result, error: shown ?? null };
}

/** The members of a form on which its test depends. */
function tested({
  type,
  key,
  openai_organization,
  base_url,
  other,
  models,
  test_model,
  model_mapping,
  setting,
  param_override,
}: CreateTestedChannelRequest) {
  const fields = { key, openai_organization, base_url, other, models, test_model, model_mapping, setting };
  return { ...fields, type: type ?? 0, param_override };
}
