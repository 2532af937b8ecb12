import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A step of a migration that processes of the release before cannot work with. It is carried out later, when the rolling upgrade
 * is over; until then this release writes what the release before can read.
 */
@Entity('postponed_steps')
export class PostponedStep {
  @PrimaryColumn('text')
  name!: string;

  @Column('timestamptz', { name: 'due_at' })
  dueAt!: Date;
}
