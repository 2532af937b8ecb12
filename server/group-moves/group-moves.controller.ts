import { Body, Controller, Post } from '@nestjs/common';
import {
  moveGroupRequest,
  moveGroupResponse,
  type MoveGroupRequest,
  type MoveGroupResponse,
} from '../contract/resources/group.js';
import { Account, type SignedIn } from '../core/http/access/account.js';
import { ApiResponse } from '../core/http/api-response.js';
import { Requires } from '../core/http/access/requires.js';
import { GroupMoves } from './group-moves.service.js';

@Controller('api/group')
export class GroupMovesController {
  constructor(private readonly moves: GroupMoves) {}

  /** The super administrator's, because users of every role are moved. */
  @Post('move')
  @Requires('root')
  @ApiResponse(moveGroupResponse)
  move(
    @Account() actor: SignedIn,
    @Body({ schema: moveGroupRequest }) body: MoveGroupRequest,
  ): Promise<MoveGroupResponse> {
    return this.moves.move(actor, body);
  }
}
