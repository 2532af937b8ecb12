import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, Not } from 'typeorm';
import { ChannelStatus } from '../../contract/enums.js';
import { Channel } from '../channel.entity.js';

/** What a test of all channels reads. */
@Injectable()
export class ChannelTestsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Channels not disabled by hand, by id, with the times of their last tests. */
  testable(): Promise<Pick<Channel, 'id' | 'testTime'>[]> {
    return this.dataSource.manager.find(Channel, {
      select: { id: true, testTime: true },
      where: { status: Not(ChannelStatus.disabled) },
      order: { id: 'ASC' },
    });
  }
}
