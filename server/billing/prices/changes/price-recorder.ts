import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OptionKey } from '../../../contract/options/index.js';
import {
  PRICE_PARTS,
  priceChangeHow,
  type PriceChangeHow,
} from '../../../contract/resources/price-change.js';
import { isProgram, type OptionSave } from '../../../options/option-change.js';
import { OptionsEditor } from '../../../options/options-editor.js';
import { OptionsService } from '../../../options/options.service.js';
import { PricesRepository } from '../prices.repository.js';
import { OwnPrices } from './own-prices.js';
import { PriceChangesRepository } from './price-changes.repository.js';

/**
 * Writes a row for every model whose price a change of options changes, in the same transaction: the page's, a table's or a script's.
 * The audit log has these changes too, but cuts the tables.
 */
@Injectable()
export class PriceRecorder {
  constructor(
    private readonly options: OptionsService,
    private readonly prices: PricesRepository,
    private readonly rows: PriceChangesRepository,
    editor: OptionsEditor,
  ) {
    editor.onSave(async (save, manager) => {
      if (save.changes.some(({ key }) => isPart(key))) await this.record(save, manager);
    });
  }

  private async record({ actor, changes, operation }: OptionSave, manager: EntityManager): Promise<void> {
    // The other options of a price must not change between their reading and the row.
    await this.prices.lockPricing(manager);
    const after = await this.options.textsIn(manager, PRICE_PARTS);
    const before = new Map([...after, ...changes.map((change) => [change.key, change.before] as const)]);
    const changed = OwnPrices.of(before).changedIn(OwnPrices.of(after));
    if (changed.length === 0) return;
    await this.rows.add(
      manager,
      {
        operation: operation?.id ?? randomUUID(),
        actorId: actor.id,
        actorName: actor.username,
        how: howOf({ actor, operation }),
        undoes: operation?.undoes ?? null,
        createdAt: Math.floor(Date.now() / 1000),
      },
      changed.map((change) => ({
        model: change.model,
        before: JSON.stringify(change.before),
        after: JSON.stringify(change.after),
      })),
    );
  }
}

function isPart(key: OptionKey): boolean {
  return PRICE_PARTS.some((part) => part === key);
}

/** Programs sign in by a system access token or an admin key; people change options by the tables of the settings otherwise. */
function howOf({ actor, operation }: Pick<OptionSave, 'actor' | 'operation'>): PriceChangeHow {
  const { data } = priceChangeHow.safeParse(operation?.how);
  return data ?? (isProgram(actor) ? 'script' : 'table');
}
