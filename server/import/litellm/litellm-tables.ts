/**
 * What the import reads of LiteLLM's database, by table, and columns that mean nothing here. Those of schema.prisma at commit
 * 029f645f of https://github.com/BerriAI/litellm; missing ones count as empty, others are reported.
 */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  LiteLLM_VerificationToken:
    words(`token key_name key_alias spend expires models aliases user_id team_id metadata blocked tpm_limit rpm_limit
    max_parallel_requests max_budget budget_duration allowed_routes policies model_max_budget budget_id organization_id
    object_permission_id created_at last_active budget_limits soft_budget_cooldown budget_reset_at created_by updated_at updated_by
    model_spend rotation_count last_rotation_at key_rotation_at`),
  LiteLLM_UserTable:
    words(`user_id user_alias sso_user_id password user_role max_budget spend user_email models tpm_limit rpm_limit
    max_parallel_requests budget_duration policies model_max_budget object_permission_id organization_id created_at updated_at
    budget_reset_at model_spend metadata teams team_id`),
  LiteLLM_TeamTable:
    words(`team_id team_alias max_budget spend models tpm_limit rpm_limit max_parallel_requests budget_duration blocked
    policies model_max_budget budget_limits object_permission_id organization_id created_at updated_at budget_reset_at model_spend
    admins members members_with_roles metadata`),
  LiteLLM_BudgetTable:
    words(`budget_id max_budget tpm_limit rpm_limit max_parallel_requests budget_duration model_max_budget created_at
    created_by updated_at updated_by budget_reset_at`),
  LiteLLM_ProxyModelTable: words(
    `model_id model_name litellm_params model_info blocked created_at created_by updated_at updated_by`,
  ),
  LiteLLM_CredentialsTable: words(
    `credential_id credential_name credential_values credential_info created_at created_by updated_at updated_by`,
  ),
  // Of the log, the others describe what is not kept here.
  LiteLLM_SpendLogs:
    words(`request_id call_type api_key spend total_tokens prompt_tokens completion_tokens startTime endTime
    request_duration_ms completionStartTime model model_id model_group custom_llm_provider api_base user metadata cache_hit cache_key
    request_tags team_id organization_id end_user requester_ip_address messages response session_id status
    mcp_namespaced_tool_name agent_id proxy_server_request`),
  _prisma_migrations: words(
    `id checksum finished_at migration_name logs rolled_back_at started_at applied_steps_count`,
  ),
};

function words(text: string): string[] {
  return text.split(/\s+/);
}
