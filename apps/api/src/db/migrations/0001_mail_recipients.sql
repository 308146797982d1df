CREATE TABLE "mail_recipients" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"hour_started_at" timestamp with time zone NOT NULL,
	"hour_count" integer NOT NULL,
	"day_started_at" timestamp with time zone NOT NULL,
	"day_count" integer NOT NULL,
	"opted_out_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "mail_recipients_day" ON "mail_recipients" USING btree ("day_started_at");