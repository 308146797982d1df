ALTER TABLE "apis" ADD COLUMN "last_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "last_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("finished_at") WHERE state <> 'waiting';--> statement-breakpoint
UPDATE "apis" SET "last_version" = "taken"."version" FROM (
	SELECT "api_id", max("version") AS "version" FROM "models" GROUP BY "api_id") "taken"
	WHERE "taken"."api_id" = "apis"."id";--> statement-breakpoint
UPDATE "datasets" SET "last_version" = "taken"."version" FROM (
	SELECT "original_id", max("version") AS "version" FROM "datasets" WHERE "original_id" IS NOT NULL GROUP BY "original_id") "taken"
	WHERE "taken"."original_id" = "datasets"."id";
