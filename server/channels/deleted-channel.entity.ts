import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name of a deleted channel, which logs show. */
@Entity('deleted_channels')
export class DeletedChannel {
  @PrimaryColumn('bigint')
  id!: number;

  @Column('text')
  name!: string;
}
