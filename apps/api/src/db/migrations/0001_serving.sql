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
	"figures" jsonb,
	"started_by" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "test_cases" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"name" text NOT NULL,
	"request" jsonb NOT NULL,
	"expected" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" jsonb DEFAULT '["predict","schema"]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rate_limit_requests" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "rate_limit_window" integer;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shadow_answers" ADD CONSTRAINT "shadow_answers_rollout_id_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_cases" ADD CONSTRAINT "test_cases_api_id_apis_id_fk" FOREIGN KEY ("api_id") REFERENCES "public"."apis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rollouts_running" ON "rollouts" USING btree ("api_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "rollouts_api" ON "rollouts" USING btree ("api_id","started_at");--> statement-breakpoint
CREATE INDEX "shadow_answers_at" ON "shadow_answers" USING btree ("rollout_id","at");--> statement-breakpoint
CREATE INDEX "test_cases_api" ON "test_cases" USING btree ("api_id","created_at");--> statement-breakpoint
ALTER TABLE "request_log" RENAME TO "request_log_before";--> statement-breakpoint
ALTER TABLE "request_log_before" DROP CONSTRAINT "request_log_at_id_pk";--> statement-breakpoint
DROP INDEX "request_log_api";--> statement-breakpoint
DROP INDEX "request_log_workspace";--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"api_id" text NOT NULL,
	"key_id" text,
	"model_id" text,
	"status" integer NOT NULL,
	"code" text,
	"rows" integer NOT NULL,
	"latency_ms" real NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"request_id" text,
	"label" text,
	"score" real,
	"content_type" text,
	"request" text,
	"response" text,
	CONSTRAINT "request_log_at_id_pk" PRIMARY KEY("at","id")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "request_log_api" ON "request_log" USING btree ("api_id","at");--> statement-breakpoint
CREATE INDEX "request_log_workspace" ON "request_log" USING btree ("workspace_id","at");--> statement-breakpoint
CREATE FUNCTION "ensure_request_log_day"(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7261906);
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
		'request_log_' || to_char(day, 'YYYYMMDD'),
		day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
END $$;--> statement-breakpoint
SELECT "ensure_request_log_day"(day) FROM (
	SELECT DISTINCT (at AT TIME ZONE 'UTC')::date AS day FROM "request_log_before"
	UNION SELECT (now() AT TIME ZONE 'UTC')::date + ahead FROM generate_series(0, 3) ahead) days;--> statement-breakpoint
INSERT INTO "request_log" (id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at)
	SELECT id, workspace_id, api_id, key_id, model_id, status, code, rows, latency_ms, at FROM "request_log_before";--> statement-breakpoint
DROP TABLE "request_log_before";
