import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ViewPage } from '../../contract/resources/saved-view.js';

/** Filters of a page of the console that a user saved under a name. */
@Entity('saved_views')
@Index('saved_views_name', ['userId', 'page', 'name'], { unique: true })
export class SavedView {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: number;

  @Column('bigint', { name: 'user_id' })
  userId!: number;

  @Column('text')
  page!: ViewPage;

  @Column('text')
  name!: string;

  /** As in the console's address. */
  @Column('text')
  query!: string;

  @Column('boolean', { name: 'is_default', default: false })
  isDefault!: boolean;
}
