import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApiError } from '../../../contract/errors/api-error.js';
import {
  PRICE_PARTS,
  type LatestPriceChanges,
  type PriceChangeResponse,
  type PriceHistoryQuery,
  type PriceOperationResponse,
  type PriceOperationsQuery,
  type SavePricesRequest,
  type UndoPricesRequest,
} from '../../../contract/resources/price-change.js';
import { isProgram, type OptionActor, type SaveOperation } from '../../../options/option-change.js';
import { OptionsEditor } from '../../../options/options-editor.js';
import { OptionsService } from '../../../options/options.service.js';
import { namedModels } from '../named-models.js';
import { exactly, hasParts, OwnPrices, type PriceEdit } from './own-prices.js';
import type { PriceChange } from './price-change.entity.js';
import { PriceChangesRepository } from './price-changes.repository.js';
import { storedPrice, undoOf } from './undo.js';

/** Changes of an operation in the list of operations. */
const MAX_LISTED = 3;

/** Changes prices of models, all of a request or none, lists the changes of prices and takes them back. */
@Injectable()
export class PriceChanges {
  constructor(
    private readonly options: OptionsService,
    private readonly editor: OptionsEditor,
    private readonly rows: PriceChangesRepository,
  ) {}

  /**
   * @returns the operation, undefined if all prices were as wanted
   * @throws ApiError changed_meanwhile, models_lose_price
   */
  async save(
    actor: OptionActor,
    { changes, how = 'editor', confirmed }: SavePricesRequest,
  ): Promise<string | undefined> {
    const operation = { id: randomUUID(), how: isProgram(actor) ? 'script' : how };
    const isChanged = await this.change(actor, operation, confirmed, (current) => {
      const changed = changes.filter(({ model, price, before }) => {
        const own = current.get(model);
        return before !== undefined && !hasParts(own, before) && !hasParts(own, price);
      });
      if (changed.length > 0)
        throw new ApiError('changed_meanwhile', { fields: namedModels(changed.map(({ model }) => model)) });
      return changes;
    });
    return isChanged ? operation.id : undefined;
  }

  /**
   * Gives models the price that they had before an operation, by a new one.
   * @throws ApiError price_change_not_found, price_changes_incomplete, price_changed_since, models_lose_price
   */
  async undo(
    actor: OptionActor,
    { operation: undone, model, confirmed }: UndoPricesRequest,
  ): Promise<string | undefined> {
    const operation = { id: randomUUID(), how: 'undo', undoes: undone };
    const isChanged = await this.change(actor, operation, confirmed, async (current, manager) => {
      const rows = await this.rows.ofOperation(manager, undone, model);
      const [first] = rows;
      if (!first) throw new ApiError('price_change_not_found');
      if (model === undefined && rows.length < first.operationSize)
        throw new ApiError('price_changes_incomplete', { kept: rows.length, count: first.operationSize });
      const { left, changed } = undoOf(rows, current);
      if (changed.length > 0)
        throw new ApiError('price_changed_since', { models: namedModels(changed), count: changed.length });
      return left.map((row) => exactly(row.model, storedPrice(row.before)));
    });
    return isChanged ? operation.id : undefined;
  }

  /** Newest first. */
  async history(query: PriceHistoryQuery): Promise<PriceChangeResponse[]> {
    const current = this.current();
    const rows = await this.rows.list(query);
    return rows.map((row) => ({
      id: row.id,
      model: row.model,
      before: storedPrice(row.before),
      after: storedPrice(row.after),
      can_undo: undoOf([row], current).changed.length === 0,
      ...circumstances(row),
    }));
  }

  /** Newest first. */
  async operations(query: PriceOperationsQuery): Promise<PriceOperationResponse[]> {
    const current = this.current();
    const rows = await this.rows.operations(query);
    return rows.map((row) => ({
      first_id: row.firstId,
      changes: row.changes.slice(0, MAX_LISTED).map(({ model, before, after }) => ({
        model,
        before: storedPrice(before),
        after: storedPrice(after),
      })),
      can_undo: row.changes.length === row.operationSize && undoOf(row.changes, current).changed.length === 0,
      ...circumstances(row),
    }));
  }

  async latest(): Promise<LatestPriceChanges> {
    const rows = await this.rows.latest();
    return Object.fromEntries(
      rows.map((row) => [row.model, { created_at: Number(row.createdAt), actor_name: row.actorName }]),
    );
  }

  private change(
    actor: OptionActor,
    operation: SaveOperation,
    confirmed: boolean | undefined,
    edits: (
      current: OwnPrices,
      manager: EntityManager,
    ) => readonly PriceEdit[] | Promise<readonly PriceEdit[]>,
  ): Promise<boolean> {
    return this.editor.revise(
      actor,
      PRICE_PARTS,
      async (texts, manager) => {
        const current = OwnPrices.of(texts);
        return current.textsWith(await edits(current, manager), (part) => this.options.defaultOf(part));
      },
      { confirmed, operation },
    );
  }

  private current(): OwnPrices {
    return OwnPrices.of(new Map(PRICE_PARTS.map((part) => [part, this.options.text(part)])));
  }
}

function circumstances(
  row: Pick<
    PriceChange,
    'operation' | 'operationSize' | 'createdAt' | 'actorId' | 'actorName' | 'how' | 'undoes'
  >,
) {
  return {
    operation: row.operation,
    operation_size: row.operationSize,
    created_at: Number(row.createdAt),
    actor_id: row.actorId,
    actor_name: row.actorName,
    how: row.how,
    undoes: row.undoes,
  };
}
