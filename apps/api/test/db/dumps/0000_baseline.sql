CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"sealed_body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"error" text
);
CREATE TABLE "memberships" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "memberships_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
CREATE TABLE "one_time_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text DEFAULT 'login' NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"length_hours" integer DEFAULT 24 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"proved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"name" text GENERATED ALWAYS AS (trim("users"."first_name" || ' ' || "users"."last_name")) STORED NOT NULL,
	"phone_number" text,
	"company" text,
	"position" text,
	"webhook_url" text,
	"avatar_key" text,
	"password_hash" text,
	"password_changed_at" timestamp with time zone,
	"role" text DEFAULT 'user' NOT NULL,
	"mfa_enabled" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" jsonb DEFAULT '["predict","schema"]'::jsonb NOT NULL,
	"rate_limit_requests" integer,
	"rate_limit_window" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"replaced_by" text,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
CREATE TABLE "apis" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"template" text,
	"deprecated" boolean DEFAULT false NOT NULL,
	"deprecated_at" timestamp with time zone,
	"sunset_at" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"settings" jsonb NOT NULL,
	"live_deployment_id" text,
	"last_version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
CREATE TABLE "dataset_lints" (
	"dataset_id" text NOT NULL,
	"target" text NOT NULL,
	"status" text NOT NULL,
	"report" jsonb,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dataset_lints_dataset_id_target_pk" PRIMARY KEY("dataset_id","target")
);
CREATE TABLE "datasets" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"original_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"last_version" integer DEFAULT 1 NOT NULL,
	"recipe" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"type" text NOT NULL,
	"filename" text NOT NULL,
	"status" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text,
	"sealed_source" text,
	"rows" integer,
	"columns" integer,
	"profile" jsonb,
	"preview" jsonb,
	"error" jsonb,
	"uploaded_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone
);
CREATE TABLE "deployments" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"model_id" text NOT NULL,
	"status" text NOT NULL,
	"load_ms" double precision,
	"error" jsonb,
	"deployed_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
CREATE TABLE "models" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"dataset_id" text,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"config" jsonb NOT NULL,
	"started_by" text,
	"job_id" text,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"progress" jsonb,
	"report" jsonb,
	"score" double precision,
	"accuracy" double precision,
	"metrics" jsonb,
	"bundle_hash" text,
	"bundle_bytes" integer,
	"error" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
CREATE TABLE "audit_heads" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
CREATE TABLE "audit_log" (
	"workspace_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"details" jsonb NOT NULL,
	"details_salt" text NOT NULL,
	"details_hash" text NOT NULL,
	"ip" text,
	"ip_salt" text NOT NULL,
	"ip_hash" text,
	"request_id" text,
	"erased_at" timestamp with time zone,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_workspace_id_seq_pk" PRIMARY KEY("workspace_id","seq")
);
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"workspace_id" text,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"path" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"sealed_keys" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
CREATE TABLE "api_latency" (
	"api_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"bucket" smallint NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "api_latency_api_id_hour_bucket_pk" PRIMARY KEY("api_id","hour","bucket")
);
CREATE TABLE "api_refusals" (
	"api_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"code" text NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "api_refusals_api_id_hour_code_pk" PRIMARY KEY("api_id","hour","code")
);
CREATE TABLE "api_usage" (
	"api_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"workspace_id" text NOT NULL,
	"calls" bigint NOT NULL,
	"errors" bigint NOT NULL,
	"rows" bigint NOT NULL,
	"latency_sum_ms" double precision NOT NULL,
	"timed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "api_usage_api_id_hour_pk" PRIMARY KEY("api_id","hour")
);
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text,
	"queue" text NOT NULL,
	"subject_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"stop_mode" text,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
CREATE TABLE "logged_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "request_log" (
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"key_id" text,
	"model_id" text,
	"status" integer NOT NULL,
	"code" text,
	"rows" integer NOT NULL,
	"latency_ms" real,
	"at" timestamp with time zone NOT NULL,
	"request_id" text,
	"label" text,
	"score" real,
	"warnings" integer,
	"failed_rows" integer,
	"content_type" text,
	"asked" text,
	"request" text,
	"response" text,
	CONSTRAINT "request_log_at_id_pk" PRIMARY KEY("at","id")
) PARTITION BY RANGE ("at");
CREATE TABLE "route_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"change" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
CREATE TABLE "security_events" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
CREATE TABLE "totp_devices" (
	"user_id" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
CREATE TABLE "rollout_calls" (
	"rollout_id" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"side" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"away" integer DEFAULT 0 NOT NULL,
	"failed_from" timestamp with time zone,
	"failed_until" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"scored" integer DEFAULT 0 NOT NULL,
	"score_sum" double precision DEFAULT 0 NOT NULL,
	"score_squares" double precision DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"differing" integer DEFAULT 0 NOT NULL,
	"max_delta" real DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_calls_rollout_id_slot_side_pk" PRIMARY KEY("rollout_id","slot","side")
);
CREATE TABLE "rollout_latency" (
	"rollout_id" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"side" text NOT NULL,
	"bucket" smallint NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "rollout_latency_rollout_id_slot_side_bucket_pk" PRIMARY KEY("rollout_id","slot","side","bucket")
);
CREATE TABLE "rollouts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"mode" text NOT NULL,
	"percent" integer NOT NULL,
	"gates" jsonb NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"why" jsonb,
	"figures" jsonb,
	"started_by" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
CREATE TABLE "shadow_answers" (
	"rollout_id" text NOT NULL,
	"call_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer NOT NULL,
	"latency_ms" real NOT NULL,
	"rows" integer NOT NULL,
	"differing" integer NOT NULL,
	"max_delta" real NOT NULL,
	"score" real,
	"differences" jsonb NOT NULL,
	CONSTRAINT "shadow_answers_rollout_id_call_id_pk" PRIMARY KEY("rollout_id","call_id")
);
CREATE TABLE "test_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"name" text NOT NULL,
	"request" jsonb NOT NULL,
	"expected" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
CREATE TABLE "archives" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"size_bytes" bigint,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
CREATE TABLE "user_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"notifications" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"security" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
CREATE TABLE "workspace_settings" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"api" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"integrations" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"team" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
CREATE TABLE "invites" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"email" text,
	"role" text NOT NULL,
	"message" text,
	"token_hash" text NOT NULL,
	"invited_by" text,
	"approved_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	"revoked_at" timestamp with time zone
);
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "apis" ADD CONSTRAINT "apis_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "dataset_lints" ADD CONSTRAINT "dataset_lints_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_original_id_datasets_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."datasets"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "models" ADD CONSTRAINT "models_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "models" ADD CONSTRAINT "models_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "models" ADD CONSTRAINT "models_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp_devices" ADD CONSTRAINT "totp_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "shadow_answers" ADD CONSTRAINT "shadow_answers_rollout_id_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."rollouts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "archives" ADD CONSTRAINT "archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_settings" ADD CONSTRAINT "user_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "workspace_settings" ADD CONSTRAINT "workspace_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invites" ADD CONSTRAINT "invites_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "invites" ADD CONSTRAINT "invites_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at");
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");
CREATE INDEX "one_time_codes_email" ON "one_time_codes" USING btree ("email","created_at");
CREATE UNIQUE INDEX "one_time_codes_link" ON "one_time_codes" USING btree ("link_hash");
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("workspace_id");
CREATE INDEX "api_keys_api" ON "api_keys" USING btree ("api_id");
CREATE INDEX "apis_workspace" ON "apis" USING btree ("workspace_id","updated_at");
CREATE INDEX "datasets_workspace" ON "datasets" USING btree ("workspace_id","uploaded_at");
CREATE INDEX "datasets_api" ON "datasets" USING btree ("api_id");
CREATE UNIQUE INDEX "datasets_version" ON "datasets" USING btree ("original_id","version");
CREATE INDEX "deployments_workspace" ON "deployments" USING btree ("workspace_id");
CREATE INDEX "deployments_api" ON "deployments" USING btree ("api_id","created_at");
CREATE INDEX "deployments_model" ON "deployments" USING btree ("model_id");
CREATE INDEX "models_workspace" ON "models" USING btree ("workspace_id","created_at");
CREATE UNIQUE INDEX "models_api_version" ON "models" USING btree ("api_id","version");
CREATE INDEX "models_dataset" ON "models" USING btree ("dataset_id");
CREATE INDEX "models_bundle" ON "models" USING btree ("bundle_hash");
CREATE UNIQUE INDEX "audit_log_id" ON "audit_log" USING btree ("id");
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("workspace_id","action","seq");
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","workspace_id","seq");
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_id","workspace_id","seq");
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("workspace_id","at","seq");
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("workspace_id","actor_id","action","seq");
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");
CREATE INDEX "notifications_workspace" ON "notifications" USING btree ("workspace_id");
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;
CREATE INDEX "notifications_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mailed_at" is null;
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint");
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","id");
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");
CREATE INDEX "api_usage_workspace" ON "api_usage" USING btree ("workspace_id","hour");
CREATE INDEX "jobs_open" ON "jobs" USING btree ("state","created_at");
CREATE INDEX "jobs_subject" ON "jobs" USING btree ("subject_id");
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("finished_at") WHERE state <> 'waiting';
CREATE INDEX "request_log_api" ON "request_log" USING btree ("api_id","at");
CREATE INDEX "route_changes_at" ON "route_changes" USING btree ("at");
CREATE INDEX "security_events_user" ON "security_events" USING btree ("user_id","at");
CREATE UNIQUE INDEX "rollouts_running" ON "rollouts" USING btree ("api_id") WHERE status = 'running';
CREATE INDEX "rollouts_workspace" ON "rollouts" USING btree ("workspace_id");
CREATE INDEX "rollouts_api" ON "rollouts" USING btree ("api_id","started_at");
CREATE INDEX "rollouts_deployment" ON "rollouts" USING btree ("deployment_id");
CREATE INDEX "shadow_answers_at" ON "shadow_answers" USING btree ("rollout_id","at");
CREATE INDEX "shadow_answers_differing" ON "shadow_answers" USING btree ("rollout_id","at") WHERE differing > 0;
CREATE INDEX "test_cases_workspace" ON "test_cases" USING btree ("workspace_id");
CREATE INDEX "test_cases_api" ON "test_cases" USING btree ("api_id","created_at");
CREATE INDEX "archives_user" ON "archives" USING btree ("user_id","requested_at");
CREATE INDEX "former_slugs_workspace" ON "former_slugs" USING btree ("workspace_id");
CREATE INDEX "invites_workspace" ON "invites" USING btree ("workspace_id","created_at");
CREATE UNIQUE INDEX "invites_token" ON "invites" USING btree ("token_hash");
CREATE INDEX "invites_inviter" ON "invites" USING btree ("invited_by");
CREATE INDEX "invites_accepter" ON "invites" USING btree ("accepted_by");
-- Store payloads uncompressed: compression costs every write more CPU than the space is worth.
ALTER TABLE "request_log" ALTER COLUMN "request" SET STORAGE EXTERNAL, ALTER COLUMN "response" SET STORAGE EXTERNAL;
CREATE FUNCTION "ensure_request_log_day"(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text := 'request_log_' || to_char(day, 'YYYYMMDD');
BEGIN
	PERFORM pg_advisory_xact_lock(7261906);
	-- Create, then attach: creating it as a partition waits for every reader of the log and blocks all writers.
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I (LIKE request_log INCLUDING DEFAULTS INCLUDING STORAGE)', name);
	IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = name::regclass) THEN
		EXECUTE format('ALTER TABLE request_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
			day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
	END IF;
END $$;
SELECT "ensure_request_log_day"((now() AT TIME ZONE 'UTC')::date + ahead) FROM generate_series(0, 3) ahead;
SELECT "ensure_request_log_day"('2026-11-29');
SET session_replication_role = 'replica';
INSERT INTO "apis" (id, workspace_id, name, description, type, template, deprecated, deprecated_at, sunset_at, enabled, settings, live_deployment_id, last_version, created_at, updated_at, last_used_at) SELECT id, workspace_id, name, description, type, template, deprecated, deprecated_at, sunset_at, enabled, settings, live_deployment_id, last_version, created_at, updated_at, last_used_at FROM jsonb_populate_recordset(NULL::"apis", '[{"id": "api_83e6d7d95152ba4138826c112b1f18c6", "name": "API 8767b655", "type": "prediction", "enabled": true, "settings": {"autoScaling": false, "corsEnabled": true, "corsOrigins": "*", "environment": "production", "errorDetail": "full", "inputPolicy": "lenient", "loggingEnabled": true, "requestTimeout": 30, "rateLimitWindow": 3600, "logRetentionDays": 30, "rateLimitEnabled": true, "rateLimitRequests": 1000}, "template": null, "sunset_at": null, "created_at": "2026-11-29T13:18:40.995+00:00", "deprecated": false, "updated_at": "2026-11-29T13:18:40.996+00:00", "description": "", "last_used_at": null, "last_version": 1, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "deprecated_at": null, "live_deployment_id": "dep_716a58bcdafec2f02b026ec8b3072f2f"}, {"id": "api_4975bf05b7f0f7aae419cea7ffddab1a", "name": "API a121fb9f", "type": "prediction", "enabled": true, "settings": {"autoScaling": false, "corsEnabled": true, "corsOrigins": "*", "environment": "production", "errorDetail": "full", "inputPolicy": "lenient", "loggingEnabled": true, "requestTimeout": 30, "rateLimitWindow": 3600, "logRetentionDays": 30, "rateLimitEnabled": true, "rateLimitRequests": 1000}, "template": null, "sunset_at": null, "created_at": "2026-11-29T13:18:41.016+00:00", "deprecated": false, "updated_at": "2026-11-29T13:18:41.017+00:00", "description": "", "last_used_at": null, "last_version": 1, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "deprecated_at": null, "live_deployment_id": null}]');
INSERT INTO "datasets" (id, workspace_id, api_id, name, description, original_id, version, last_version, recipe, type, filename, status, size_bytes, sha256, sealed_source, rows, columns, profile, preview, error, uploaded_at, ready_at) SELECT id, workspace_id, api_id, name, description, original_id, version, last_version, recipe, type, filename, status, size_bytes, sha256, sealed_source, rows, columns, profile, preview, error, uploaded_at, ready_at FROM jsonb_populate_recordset(NULL::"datasets", '[{"id": "ds_ecc9fbc85d84810fd99ae312bd7e8065", "name": "Dataset 3ed03b1b", "rows": null, "type": "csv", "error": null, "api_id": null, "recipe": [], "sha256": null, "status": "ready", "columns": null, "preview": null, "profile": null, "version": 1, "filename": "table.csv", "ready_at": null, "size_bytes": 1024, "description": "", "original_id": null, "uploaded_at": "2026-11-29T13:18:40.999+00:00", "last_version": 1, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "sealed_source": null}]');
INSERT INTO "deployments" (id, workspace_id, api_id, model_id, status, load_ms, error, deployed_by, created_at, retired_at) SELECT id, workspace_id, api_id, model_id, status, load_ms, error, deployed_by, created_at, retired_at FROM jsonb_populate_recordset(NULL::"deployments", '[{"id": "dep_716a58bcdafec2f02b026ec8b3072f2f", "error": null, "api_id": "api_83e6d7d95152ba4138826c112b1f18c6", "status": "live", "load_ms": null, "model_id": "mdl_caced48f24fc873aa7a3d25df0fbc68f", "created_at": "2026-11-29T13:18:41.011+00:00", "retired_at": null, "deployed_by": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921"}, {"id": "dep_c10dc256c238e6bbda039ad40e5db39b", "error": null, "api_id": "api_4975bf05b7f0f7aae419cea7ffddab1a", "status": "candidate", "load_ms": null, "model_id": "mdl_5590d045b15c67788eaa27fe0f10f82f", "created_at": "2026-11-29T13:18:41.019+00:00", "retired_at": null, "deployed_by": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921"}]');
INSERT INTO "memberships" (workspace_id, user_id, role, created_at) SELECT workspace_id, user_id, role, created_at FROM jsonb_populate_recordset(NULL::"memberships", '[{"role": "owner", "user_id": "usr_80a9bb53c38d87e72b013c23863f93bc", "created_at": "2026-11-29T13:18:40.989+00:00", "workspace_id": "ws_e3c1be97a8315e0154430645090a4921"}]');
INSERT INTO "models" (id, workspace_id, api_id, dataset_id, name, version, status, config, started_by, job_id, stop_requested, progress, report, score, accuracy, metrics, bundle_hash, bundle_bytes, error, created_at, finished_at) SELECT id, workspace_id, api_id, dataset_id, name, version, status, config, started_by, job_id, stop_requested, progress, report, score, accuracy, metrics, bundle_hash, bundle_bytes, error, created_at, finished_at FROM jsonb_populate_recordset(NULL::"models", '[{"id": "mdl_caced48f24fc873aa7a3d25df0fbc68f", "name": "Model 0ab6ee37", "error": null, "score": null, "api_id": "api_83e6d7d95152ba4138826c112b1f18c6", "config": {}, "job_id": null, "report": null, "status": "training", "metrics": null, "version": 1, "accuracy": null, "progress": null, "created_at": "2026-11-29T13:18:41.008+00:00", "dataset_id": null, "started_by": null, "bundle_hash": null, "finished_at": null, "bundle_bytes": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "stop_requested": false}, {"id": "mdl_5590d045b15c67788eaa27fe0f10f82f", "name": "Model e9acf9e4", "error": null, "score": null, "api_id": "api_4975bf05b7f0f7aae419cea7ffddab1a", "config": {}, "job_id": null, "report": null, "status": "training", "metrics": null, "version": 1, "accuracy": null, "progress": null, "created_at": "2026-11-29T13:18:41.018+00:00", "dataset_id": null, "started_by": null, "bundle_hash": null, "finished_at": null, "bundle_bytes": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "stop_requested": false}]');
INSERT INTO "notifications" (id, user_id, workspace_id, kind, params, path, created_at, read_at, mail_due_at, mailed_at) SELECT id, user_id, workspace_id, kind, params, path, created_at, read_at, mail_due_at, mailed_at FROM jsonb_populate_recordset(NULL::"notifications", '[{"id": "ntf_4eb9e71c3c078917b9122cd11ce968bd", "kind": "team.removed", "path": null, "params": {"workspace": "Laboratory"}, "read_at": null, "user_id": "usr_80a9bb53c38d87e72b013c23863f93bc", "mailed_at": null, "created_at": "2026-11-29T13:18:41.024+00:00", "mail_due_at": null, "workspace_id": null}]');
INSERT INTO "request_log" (id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at, request_id, label, score, warnings, failed_rows, content_type, asked, request, response) SELECT id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at, request_id, label, score, warnings, failed_rows, content_type, asked, request, response FROM jsonb_populate_recordset(NULL::"request_log", '[{"at": "2026-11-29T13:18:41.03167+00:00", "id": "call_1", "code": null, "rows": 1, "asked": null, "label": null, "score": null, "api_id": "api_83e6d7d95152ba4138826c112b1f18c6", "key_id": null, "status": 200, "request": null, "model_id": null, "response": null, "warnings": null, "latency_ms": 4.2, "request_id": null, "failed_rows": null, "content_type": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921"}]');
INSERT INTO "rollouts" (id, workspace_id, api_id, deployment_id, mode, percent, gates, status, reason, why, figures, started_by, started_at, ended_at) SELECT id, workspace_id, api_id, deployment_id, mode, percent, gates, status, reason, why, figures, started_by, started_at, ended_at FROM jsonb_populate_recordset(NULL::"rollouts", '[{"id": "rol_8db4f48394e7e11f66a83ccccb329db9", "why": null, "mode": "canary", "gates": {"maxP95Ms": null, "minCalls": 50, "maxErrorRate": 0.02, "maxScoreDrift": 1, "maxRefusalRate": 0.1}, "api_id": "api_4975bf05b7f0f7aae419cea7ffddab1a", "reason": null, "status": "running", "figures": null, "percent": 50, "ended_at": null, "started_at": "2026-11-29T13:18:41.022+00:00", "started_by": null, "workspace_id": "ws_e3c1be97a8315e0154430645090a4921", "deployment_id": "dep_c10dc256c238e6bbda039ad40e5db39b"}]');
INSERT INTO "sessions" (id, user_id, user_agent, ip, length_hours, created_at, proved_at, last_used_at, expires_at, revoked_at) SELECT id, user_id, user_agent, ip, length_hours, created_at, proved_at, last_used_at, expires_at, revoked_at FROM jsonb_populate_recordset(NULL::"sessions", '[{"id": "ses_fadcf2ec520366149c321c1757837955", "ip": "127.0.0.1", "user_id": "usr_80a9bb53c38d87e72b013c23863f93bc", "proved_at": "2026-11-29T13:18:40.994677+00:00", "created_at": "2026-11-29T13:18:40.994+00:00", "expires_at": "2026-11-30T13:18:40.994+00:00", "revoked_at": null, "user_agent": "factory", "last_used_at": "2026-11-29T13:18:40.994+00:00", "length_hours": 24}]');
INSERT INTO "users" (id, username, email, first_name, last_name, phone_number, company, "position", webhook_url, avatar_key, password_hash, password_changed_at, role, mfa_enabled, verified_at, last_login_at, created_at) SELECT id, username, email, first_name, last_name, phone_number, company, "position", webhook_url, avatar_key, password_hash, password_changed_at, role, mfa_enabled, verified_at, last_login_at, created_at FROM jsonb_populate_recordset(NULL::"users", '[{"id": "usr_80a9bb53c38d87e72b013c23863f93bc", "name": "User b6b4d5b5", "role": "user", "email": "user-b6b4d5b5@example.test", "company": null, "position": null, "username": "user-b6b4d5b5", "last_name": "b6b4d5b5", "avatar_key": null, "created_at": "2026-11-29T13:18:40.965+00:00", "first_name": "User", "mfa_enabled": false, "verified_at": "2026-11-29T13:18:40.964+00:00", "webhook_url": null, "phone_number": "+91 98765 43210", "last_login_at": null, "password_hash": null, "password_changed_at": null}]');
INSERT INTO "workspaces" (id, slug, name, plan, created_at) SELECT id, slug, name, plan, created_at FROM jsonb_populate_recordset(NULL::"workspaces", '[{"id": "ws_e3c1be97a8315e0154430645090a4921", "name": "user-b6b4d5b5", "plan": "unlimited", "slug": "user-b6b4d5b5", "created_at": "2026-11-29T13:18:40.988+00:00"}]');
SET session_replication_role = 'origin';
CREATE SCHEMA drizzle;
CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint);
INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('0634f2b9926ae57f84da55104750313a47fca195e28499723f3d89a9022c69dc', 1795835950892);
