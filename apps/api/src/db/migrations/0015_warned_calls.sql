ALTER TABLE "request_log" ADD COLUMN "warnings" integer;--> statement-breakpoint
ALTER TABLE "request_log" ADD COLUMN "failed_rows" integer;