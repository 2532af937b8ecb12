import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { Account, type SignedIn } from '../core/http/account.js';
import { readPage } from '../core/http/paging.js';
import { Requires } from '../core/http/requires.js';
import { StandingService } from './standing.service.js';
import { userView, type UserView } from './user-view.js';
import {
  createUser,
  idParameter,
  manageUser,
  searchUsers,
  updateUser,
  type CreateUser,
  type ManageUser,
  type SearchUsers,
  type UpdateUser,
} from './users.schema.js';
import { UsersService } from './users.service.js';

interface UserPage {
  items: UserView[];
  total: number;
  page: number;
  page_size: number;
}

@Controller('api/user')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly standing: StandingService,
  ) {}

  @Get()
  @Requires('admin')
  list(@Query() query: Record<string, unknown>): Promise<UserPage> {
    return this.page(query, {});
  }

  @Get('search')
  @Requires('admin')
  search(
    @Query() query: Record<string, unknown>,
    @Query({ schema: searchUsers }) filter: SearchUsers,
  ): Promise<UserPage> {
    return this.page(query, filter);
  }

  @Get(':id')
  @Requires('admin')
  async find(
    @Account() actor: SignedIn,
    @Param('id', { schema: idParameter }) id: number,
  ): Promise<UserView> {
    return userView(await this.users.find(actor, id), false);
  }

  @Post()
  @Requires('admin')
  async create(@Account() actor: SignedIn, @Body({ schema: createUser }) body: CreateUser): Promise<void> {
    await this.users.create(actor, body);
  }

  @Put()
  @Requires('admin')
  async update(@Account() actor: SignedIn, @Body({ schema: updateUser }) body: UpdateUser): Promise<void> {
    await this.users.update(actor, body);
  }

  @Post('manage')
  @Requires('admin')
  manage(
    @Account() actor: SignedIn,
    @Body({ schema: manageUser }) body: ManageUser,
  ): Promise<{ status: number; role: number }> {
    return this.standing.manage(actor, body);
  }

  private async page(query: Record<string, unknown>, filter: SearchUsers): Promise<UserPage> {
    const page = readPage(query, { base: 1, sizeKey: 'page_size' });
    const { items, total } = await this.users.list(page, filter);
    return {
      items: items.map((user) => userView(user, false)),
      total,
      page: page.page,
      page_size: page.size,
    };
  }
}
