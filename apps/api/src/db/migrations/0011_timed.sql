ALTER TABLE "request_log" ALTER COLUMN "latency_ms" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_usage" ADD COLUMN "timed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "api_usage" SET "timed" = "calls";