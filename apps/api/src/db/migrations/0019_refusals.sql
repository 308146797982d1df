CREATE TABLE "api_refusals" (
	"api_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"code" text NOT NULL,
	"calls" bigint NOT NULL,
	CONSTRAINT "api_refusals_api_id_hour_code_pk" PRIMARY KEY("api_id","hour","code")
);
--> statement-breakpoint
ALTER TABLE "apis" ADD COLUMN "deprecated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "apis" ADD COLUMN "sunset_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rollouts" ADD COLUMN "why" jsonb;
--> statement-breakpoint
UPDATE "apis" SET "deprecated_at" = "updated_at" WHERE "deprecated";