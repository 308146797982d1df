CREATE TABLE "job_shares" (
	"queue" text NOT NULL,
	"workspace_id" text NOT NULL,
	"started" double precision NOT NULL,
	"finished" double precision NOT NULL,
	CONSTRAINT "job_shares_queue_workspace_id_pk" PRIMARY KEY("queue","workspace_id")
);
--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "queue_weight" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "dispatched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cost_seconds" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_undispatched" ON "jobs" USING btree ("queue","workspace_id","id") WHERE state = 'waiting' and dispatched_at is null;--> statement-breakpoint
CREATE INDEX "jobs_dispatched" ON "jobs" USING btree ("queue","workspace_id") WHERE state = 'waiting' and dispatched_at is not null;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_queue_weight" CHECK (queue_weight > 0);--> statement-breakpoint
-- Open jobs are in the queue already.
UPDATE "jobs" SET "dispatched_at" = "created_at" WHERE "state" = 'waiting';
