ALTER TABLE "request_log" ADD COLUMN "masked_request" text;--> statement-breakpoint
ALTER TABLE "request_log" ADD COLUMN "sealed_request" "bytea";--> statement-breakpoint
ALTER TABLE "request_log" ALTER COLUMN "masked_request" SET STORAGE EXTERNAL, ALTER COLUMN "sealed_request" SET STORAGE EXTERNAL;
