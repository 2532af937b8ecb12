import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import {
  savedViewName,
  savedViewsQuery,
  savedViewsResponse,
  saveViewsRequest,
  type SavedViewName,
  type SavedViewResponse,
  type SavedViewsQuery,
  type SaveViewsRequest,
} from '../../contract/resources/saved-view.js';
import { Account, type SignedIn } from '../../core/http/access/account.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/access/requires.js';
import { SavedViews } from './saved-views.service.js';

/** The caller's own. */
@Controller('api/views')
export class SavedViewsController {
  constructor(private readonly views: SavedViews) {}

  @Get()
  @Requires('user')
  @ApiResponse(savedViewsResponse)
  list(
    @Account() { id }: SignedIn,
    @Query({ schema: savedViewsQuery }) { page }: SavedViewsQuery,
  ): Promise<SavedViewResponse[]> {
    return this.views.list(id, page);
  }

  /** Adds views, or replaces those of the same names. */
  @Put()
  @Requires('user')
  @ApiResponse(z.null())
  async save(
    @Account() { id }: SignedIn,
    @Body({ schema: saveViewsRequest }) body: SaveViewsRequest,
  ): Promise<void> {
    await this.views.save(id, body);
  }

  @Delete()
  @Requires('user')
  @ApiResponse(z.null())
  async remove(
    @Account() { id }: SignedIn,
    @Query({ schema: savedViewName }) { page, name }: SavedViewName,
  ): Promise<void> {
    await this.views.remove(id, page, name);
  }
}
