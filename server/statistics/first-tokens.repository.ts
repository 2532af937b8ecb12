import { Injectable } from '@nestjs/common';
import { ReadDatabase } from '../core/postgres/reads/read-database.js';

/** Answers by the bucket of their time to the first data; see `histogramOf`. */
interface FirstTokens {
  readonly bucket: number;
  readonly answers: number;
}

export interface ChannelFirstTokens extends FirstTokens {
  /** Of the channel. */
  readonly id: number;
}

export interface PeriodFirstTokens extends ChannelFirstTokens {
  /** Of the period before. */
  readonly isBefore: boolean;
}

export interface HourFirstTokens extends FirstTokens {
  /** Beginning of the hour. */
  readonly at: number;
  readonly model: string;
}

/** Sums of the histograms of times to the first data, of answers of channels. Times are Unix seconds. */
@Injectable()
export class FirstTokensRepository {
  constructor(private readonly reads: ReadDatabase) {}

  /** Of each channel since a minute. */
  ofMinutes(from: number): Promise<ChannelFirstTokens[]> {
    return this.read('request_minutes', 'channel_id AS id', 'at >= $1 AND channel_id > 0', [from]);
  }

  /** Of each channel in a period of whole hours, and in the one of the same length before it. `to` is exclusive. */
  ofPeriod(from: number, to: number): Promise<PeriodFirstTokens[]> {
    const columns = 'channel_id AS id, at < $1 AS "isBefore"';
    return this.read('request_hours', columns, 'at >= $1 - ($2 - $1) AND at < $2', [from, to]);
  }

  /** Of one channel by hour and model. `to` is exclusive. */
  ofChannel(id: number, from: number, to: number): Promise<HourFirstTokens[]> {
    const where = 'at >= $1 AND at < $2 AND channel_id = $3';
    return this.read('request_hours', 'at, model', where, [from, to, id]);
  }

  /** @param columns by which the histograms are added up */
  private read<Row extends FirstTokens>(
    table: 'request_minutes' | 'request_hours',
    columns: string,
    where: string,
    parameters: readonly number[],
  ): Promise<Row[]> {
    return this.reads.query(
      `SELECT ${columns}, bucket::int - 1 AS bucket, sum(answers)::bigint AS answers
       FROM ${table}, unnest(first_token) WITH ORDINALITY AS histogram (answers, bucket)
       WHERE ${where} AND answers > 0 GROUP BY ${columns.replaceAll(/ AS "?\w+"?/g, '')}, bucket`,
      [...parameters],
    );
  }
}
