import { Controller, Get, Query } from '@nestjs/common';
import {
  searchQuery,
  searchResponse,
  type SearchQuery,
  type SearchResponse,
} from '../contract/resources/search.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { Search } from './search.service.js';

@Controller('api/search')
export class SearchController {
  constructor(private readonly search: Search) {}

  /** Channels, users, tokens, models and redemption codes by name and id, as far as the caller may see them. */
  @Get()
  @Requires('user')
  @ApiResponse(searchResponse)
  find(
    @Account() account: SignedIn,
    @Query({ schema: searchQuery }) { q }: SearchQuery,
  ): Promise<SearchResponse> {
    return this.search.find(account, q);
  }
}
